import { createAccounts } from "../accounts/accounts.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { createAgents } from "../agents/createAgents.ts";
import type { AgentPart } from "../agents/parts.ts";
import { createBilling } from "../billing/billing.ts";
import { isMigrated } from "../database/migrate.ts";
import type { Secrets } from "../database/secrets.ts";
import type { Store } from "../database/store.ts";
import type { TrustedProxies } from "../door/address.ts";
import type { Gates } from "../door/gates.ts";
import type { Route } from "../door/handle.ts";
import { createLimits } from "../door/limits.ts";
import type { Log } from "../door/log.ts";
import { createNonces } from "../door/nonces.ts";
import type { PageRoute } from "../door/page.ts";
import { createEgress } from "../egress/egress.ts";
import { createJobs } from "../jobs/jobs.ts";
import { createKnowledge } from "../knowledge/createKnowledge.ts";
import type { Retrieve } from "../knowledge/retrieve.ts";
import { openBus } from "../live/bus.ts";
import { createEvents } from "../live/events.ts";
import { startPruning } from "../live/prune.ts";
import { createAnswering } from "../answering/answering.ts";
import { createConversations } from "../conversations/conversations.ts";
import { createMail } from "../mail/mail.ts";
import type { MailSettings } from "../mail/mail.ts";
import { createModels } from "../models/models.ts";
import type { ModelSettings } from "../models/providers.ts";
import { createSurfaces } from "../surfaces/createSurfaces.ts";
import type { FindScript } from "../surfaces/writeDocument.ts";
import { createStorage } from "../storage/storage.ts";
import { createApp } from "./app.ts";
import type { App } from "./app.ts";
import { openAssets } from "./assets.ts";

export interface HouseOptions {
  store: Store;
  secrets: Secrets;
  log: Log;
  now: () => number;
  dataDir: string;
  /** Where the bundles lie. */
  distDir: string;
  version: string;
  publicOrigin: string | null;
  trustedProxies: TrustedProxies;
  /** Private ranges that the way out may reach. */
  egressAllow: string[];
  mail: MailSettings;
  models: ModelSettings;
  /** The chat's script where it is not the built one, as in tests that need no build. */
  findFrameScript?: FindScript;
  /** The way to model providers. */
  fetch: typeof fetch;
  /** See Gates. */
  checksAnswers: boolean;
}

/** The whole server without its socket: what main listens with, and what tests ask in-process. */
export interface House {
  app: App;
  accounts: Accounts;
  routes: Route[];
  /** Finds passages as an answer does. */
  retrieve: Retrieve;
  /** What the set-up link carries while there is no owner. */
  setupToken: string;
  /** Begins the work that no request asks for. */
  start(): Promise<void>;
  /** Ends streams and takes no more requests; what is being answered goes on. */
  beginStop(): void;
  /** Ends jobs and what they lean on; the store stays open. */
  stop(): Promise<void>;
}

/** Puts all capabilities together, each handed what it may know of the others. */
export async function openHouse(options: HouseOptions): Promise<House> {
  const { store, secrets, log, now, dataDir } = options;
  const report = (error: unknown) => log.error("in the background", error);
  const stopping = new AbortController();
  const assets = openAssets(options.distDir);
  const bearerKey = secrets.derive("bearer");
  const setupToken = Buffer.from(secrets.derive("first-owner")).toString("base64url");
  const limits = createLimits(now);
  const bus = await openBus({ store, report });
  const events = createEvents({ store, bus });
  const jobs = createJobs({ store, bus, now, report });

  const mail = createMail({ settings: options.mail, jobs, seal: secrets });
  const accounts = createAccounts({ store, seal: secrets, limits, mail, report, bearerKey, setupToken, now });
  const billing = createBilling();
  const storage = createStorage({ store, dataDir, uploadKey: secrets.derive("upload"), now, report });
  const models = createModels({ settings: options.models, fetch: options.fetch });
  const parts: AgentPart[] = [];
  const { findAgentLimit } = billing;
  const agents = createAgents({ store, events, now, parts, findAgentLimit });
  const publicUrl = options.publicOrigin ?? "http://localhost";
  const egress = createEgress({ allow: options.egressAllow, ownNames: [new URL(publicUrl).hostname] });
  const surfaces = createSurfaces({
    store,
    events,
    now,
    seal: secrets,
    ticketKey: secrets.derive("ticket"),
    findScript: options.findFrameScript ?? (() => assets.findEntry("frame")),
    openFile: storage.openFile,
    egress,
    takesFiles: models.takesFiles,
  });
  const { openFile, removeFile } = storage;
  const knowledge = createKnowledge({ store, jobs, events, egress, openFile, removeFile, publicUrl, now });
  const answering = createAnswering({ retrieve: knowledge.retrieve, models });
  const conversations = createConversations({
    store,
    events,
    bus,
    answering,
    storage,
    attachmentKey: secrets.derive("attachment"),
    offersAttachments: surfaces.offersAttachments,
    now,
    report,
  });
  parts.push(surfaces.part, knowledge.part, conversations.part);

  const routes = [accounts, billing, storage, models, agents, knowledge, surfaces, conversations].flatMap(
    (capability) => capability.routes,
  );
  const pages: PageRoute[] = [...storage.pages, ...surfaces.pages, ...conversations.pages];
  const gates: Gates = {
    findUserSession: accounts.findUserSession,
    findMember: accounts.findMember,
    findVisitorSession: surfaces.findVisitorSession,
    bearerKey,
    nonces: createNonces(store, now),
    limits,
    log,
    now,
    checksAnswers: options.checksAnswers,
  };
  const app = createApp({
    routes,
    pages,
    gates,
    surroundings: { ...options, stopping: stopping.signal },
    assets,
    version: options.version,
    checks: [
      { name: "database", run: () => store.ping() },
      { name: "migrations", run: () => isMigrated(store.db) },
    ],
  });

  const endings: (() => void)[] = [];
  return {
    app,
    accounts,
    routes,
    retrieve: knowledge.retrieve,
    setupToken,
    async start() {
      await jobs.start();
      await conversations.recover();
      endings.push(startPruning({ store, report }));
      endings.push(storage.startSweeping(report), conversations.startSweeping());
    },
    beginStop: () => stopping.abort(),
    async stop() {
      stopping.abort();
      endings.splice(0).forEach((end) => end());
      await conversations.close();
      await jobs.stop();
      await knowledge.close();
      await bus.close();
    },
  };
}
