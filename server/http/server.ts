import type { Accounts } from "../accounts/accounts.ts";
import { isAnyEndedSince, readReached } from "../conversations/threads/removal/removedSince.ts";
import { isMigrated } from "../database/migrate.ts";
import type { Gates } from "../requests/gates.ts";
import type { Route } from "../requests/handle.ts";
import type { PageRoute } from "../requests/page.ts";
import { createIdempotency } from "../requests/idempotency.ts";
import { createNonces } from "../requests/nonces.ts";
import type { Retrieve } from "../knowledge/retrieve.ts";
import type { MovableScheduler } from "../timing/scheduler.ts";
import { metricsPage } from "../telemetry/answerMetrics.ts";
import { noTelemetry } from "../telemetry/telemetry.ts";
import { watchJob } from "../telemetry/watch.ts";
import { countRarely } from "../backup/place.ts";
import { createApp } from "./app.ts";
import type { App } from "./app.ts";
import { createCapabilities } from "./capabilities.ts";
import { migrations } from "./migrations.ts";
import type { ServerOptions } from "./options.ts";
import { createPorts } from "./ports.ts";
import { openServices } from "./services.ts";
import { watchDisk } from "./watchDisk.ts";

/** The whole server without its socket: what main listens with, and what tests ask in-process. */
export interface Server {
  app: App;
  accounts: Accounts;
  routes: Route[];
  pages: PageRoute[];
  /** Finds passages as an answer does. */
  retrieve: Retrieve;
  /** What the set-up link carries while there is no owner. */
  setupToken: string;
  /** Takes the address that the start prints. */
  printOrigin(origin: string): void;
  /** Whether anybody has said where links lead. */
  knowsOrigin(): Promise<boolean>;
  /** Does the work that no request asks for; tests move its clock. */
  scheduler: MovableScheduler;
  /** Begins what requests rely on and, but in a web process, the work that no request asks for. */
  start(): Promise<void>;
  /**
   * Makes readiness checks report that it will end; requests are answered as before. Answers come to their end, or to
   * another process, and jobs go back to the queue, all within this time.
   */
  finish(withinMs: number): Promise<void>;
  /** Ends streams and takes no more requests; what is being answered continues. */
  beginStop(): void;
  /** Ends jobs, within this time, and what they lean on; the store stays open. */
  stop(withinMs: number): Promise<void>;
}

/** Opens the services, makes the capabilities and connects them, and answers by all of their calls and pages. */
export async function openServer(options: ServerOptions): Promise<Server> {
  const { store, secrets, now, version, telemetry = noTelemetry, backup, role = "all" } = options;
  const disk = watchDisk(options.log, now);
  const { log } = disk;
  let isStopped = false;
  // What still looks about when the store closes behind a stop finds it closed: that is no fault.
  const report = (error: unknown) => {
    if (!isStopped) log.error("in the background", error);
  };
  const stopping = new AbortController();
  let isLeaving = false;
  const setupToken = Buffer.from(secrets.derive("first-owner")).toString("base64url");
  const services = await openServices({ ...options, log }, report);
  const idempotency = createIdempotency({ store, seal: secrets, readReached, isAnyEndedSince, now });
  const { ports, connect } = createPorts();
  let isForwardingIgnored = false;
  const made = createCapabilities({
    ...{ options: { ...options, log }, services, ports, idempotency, setupToken },
    isForwardingIgnored: () => isForwardingIgnored,
  });
  const { list, accounts, captcha, agents, surfaces, knowledge, conversations, models } = made;

  const routes = list.flatMap((one) => one.routes ?? []);
  const metrics = metricsPage({ telemetry, store, now, countBackups: countRarely(backup ?? null, now) });
  const pages = [...list.flatMap((one) => one.pages ?? []), metrics];
  const sockets = list.flatMap((one) => one.sockets ?? []);
  ports.parts.push(...list.flatMap(({ part }) => part ?? []));
  for (const { kind, handler, ...how } of list.flatMap((one) => one.jobs ?? [])) {
    services.jobs.register(kind, watchJob(kind, handler, telemetry), how);
  }
  connect({
    onActivity: conversations.onActivity,
    memberLeft: async (tx, member) => {
      for (const one of list) await one.memberLeft?.(tx, member);
    },
    findOrganizationOfToken: surfaces.findOrganizationOfToken,
    findOwnAgents: agents.findOwnAgents,
    listCalls: () => routes.map(({ call }) => call),
    answerInside: async (request, from) => app.fetch(request, from),
    drawPicture: knowledge.drawPicture,
    choseEmbedding: knowledge.choseEmbedding,
    isAvailable: models.isAvailable,
  });

  const { limits, bearerKey, deviceKey, origins, scheduler } = services;
  const gates: Gates = {
    findUserSession: accounts.findUserSession,
    findMember: accounts.findMember,
    hasAgent: agents.hasAgent,
    findApiKey: accounts.findApiKey,
    record: accounts.audit.record,
    findVisitorSession: surfaces.findVisitorSession,
    hasVisitorSession: surfaces.hasVisitorSession,
    bearerKey,
    nonces: createNonces(store, now),
    idempotency,
    checkCaptcha: captcha.check,
    ...{ limits, deviceKey },
    log,
    now,
    scheduler,
    checksAnswers: options.checksAnswers,
  };
  const app = createApp({
    ...(role === "worker" ? { routes: [], pages: [metrics], sockets: [] } : { routes, pages, sockets }),
    answersPeople: role !== "worker",
    gates,
    telemetry,
    surroundings: { ...options, origins, stopping: stopping.signal },
    assets: services.assets,
    findSlugOfDomain: surfaces.findSlugOfDomain,
    uploadOrigin: services.storage.uploadOrigin,
    consoleSettings: options.console,
    version,
    coversSubdomains: options.coversSubdomains ?? false,
    isLeaving: () => isLeaving,
    noteForwarding: () => void (isForwardingIgnored ||= options.trustedProxies === 0),
    checks: [
      { name: "database", run: () => store.ping() },
      { name: "integrity", run: async () => options.isIntact?.() ?? true },
      { name: "disk", run: async () => disk.hasRoom() },
      { name: "migrations", run: () => isMigrated(store.db, migrations) },
    ],
  });

  return {
    ...{ app, accounts, routes, pages, retrieve: knowledge.retrieve, setupToken, scheduler },
    printOrigin: origins.print,
    knowsOrigin: async () => (await origins.look()) !== null,
    async start() {
      for (const one of list) {
        await one.serve?.();
        if (role !== "web") await one.start?.();
      }
    },
    async finish(withinMs) {
      isLeaving = true;
      await Promise.all(list.flatMap((one) => one.finish?.(withinMs) ?? []));
    },
    beginStop: () => stopping.abort(),
    async stop(withinMs) {
      stopping.abort();
      for (const one of list.toReversed()) await one.stop?.(withinMs);
      isStopped = true;
    },
  };
}
