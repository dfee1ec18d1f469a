import type { IncomingMessage, ServerResponse } from "node:http";
import { AppError } from "../../shared/errors/errors.ts";
import { limitKeyOf } from "../requests/address.ts";
import { answerError } from "../requests/answerError.ts";
import { createRequestHandler } from "../requests/requests.ts";
import { EventsAnswer, sendEvents } from "../requests/eventsAnswer.ts";
import { readFacts } from "../requests/facts.ts";
import type { Surroundings } from "../requests/facts.ts";
import type { Gates } from "../requests/gates.ts";
import type { Route } from "../requests/handle.ts";
import type { Assets } from "./assets.ts";
import { configure } from "./configuration.ts";
import type { ConsoleSettings } from "./configuration.ts";
import { answerConsolePage } from "./consolePage.ts";
import { docsPages } from "./docs/docsPages.ts";
import { answerFavicon, faviconPath } from "./favicon.ts";
import { answerReadiness } from "./health.ts";
import type { Check } from "./health.ts";
import { describeApi } from "./openapi.ts";
import type { OpenApi } from "./openapi.ts";
import type { PageRoute } from "../requests/page.ts";
import type { SocketRoute } from "../requests/socket.ts";
import { findPath } from "./ownDomains.ts";
import { isApiPath, isReservedPath, isTricky, knownMethods } from "./paths.ts";
import type { Told } from "../telemetry/sink.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { createRouter } from "./router.ts";
import type { Trip } from "./router.ts";
import { secureHeaders } from "./secureHeaders.ts";
import { createUpgrade } from "./sockets.ts";
import type { Upgrade } from "./sockets.ts";
import { standaloneApp } from "./standaloneApp.ts";

export interface AppParts {
  routes: Route[];
  pages: PageRoute[];
  sockets: SocketRoute[];
  /** Whether it has the console and the API beside health and metrics. */
  answersPeople: boolean;
  gates: Gates;
  telemetry: Telemetry;
  surroundings: Surroundings;
  assets: Assets;
  /** The slug of the hosted page that a team's own domain stands for. */
  findSlugOfDomain(host: string): Promise<string | null>;
  /** Where the console sends files itself, if not to this server. */
  uploadOrigin: string | null;
  /** What the console's document tells it of this installation. */
  consoleSettings: ConsoleSettings;
  checks: Check[];
  /** Whether the promise of https holds for subdomains too. */
  coversSubdomains: boolean;
  /** Whether the server will end soon, so that clients that can should ask another one. */
  isLeaving(): boolean;
  version: string;
  /** A request came with a forwarding header. */
  noteForwarding(): void;
}

/** Where a request came from: a real one over its socket, a test's by the address that it says. */
export interface Origin {
  incoming?: IncomingMessage;
  outgoing?: ServerResponse;
  address?: string;
}

export interface App {
  fetch(request: Request, from?: Origin): Promise<Response>;
  upgrade: Upgrade;
}

/** Puts the server together: every request comes in here, and every answer goes out with strict headers and a log line. */
export function createApp(parts: AppParts): App {
  const { gates, telemetry, surroundings, assets, consoleSettings, uploadOrigin } = parts;
  const { log, now } = gates;
  const router = createRouter({
    routes: parts.routes,
    pages: [...builtIn(parts), ...parts.pages],
    requestHandler: createRequestHandler(gates, surroundings.stopping),
    async otherwise(request, { path, facts }) {
      if (!parts.answersPeople) throw new AppError("not_found", { message: workersAnswer });
      const configuration = configure(consoleSettings, facts.reachedOrigin);
      const { basePath } = facts;
      return (
        (await answerFile(assets, request, path)) ??
        answerConsolePage(assets, { configuration, basePath, uploadOrigin })
      );
    },
  });

  async function route(request: Request, trip: Trip, target: string): Promise<Response> {
    if (!knownMethods.has(request.method)) throw new AppError("method_not_allowed");
    if (isTricky(target)) throw new AppError("not_found");
    trip.uncount = gates.limits.take("address", limitKeyOf(trip.facts.address));
    trip.path = await findPath(
      { host: new URL(trip.facts.reachedOrigin).hostname, pathname: trip.path },
      { findSlug: parts.findSlugOfDomain, publicOrigin: surroundings.publicOrigin },
    );
    return rebase(await router.fetch(request, trip), trip.facts.basePath);
  }

  async function answer(request: Request, { incoming, outgoing, address = "" }: Origin, told: Told) {
    const startedAt = now();
    const from = { address: incoming?.socket.remoteAddress ?? address, outgoing };
    const facts = readFacts(request, from, surroundings);
    if (request.headers.has("x-forwarded-for")) parts.noteForwarding();
    const trip: Trip = { facts, path: facts.path, what: "-", uncount: () => undefined };
    const { requestId } = facts;
    let response: Response;
    try {
      response = await route(request, trip, incoming?.url ?? request.url.slice(request.url.indexOf("/", 8)));
    } catch (thrown) {
      response = answerError(thrown, {
        requestId,
        address: facts.address,
        log,
        now: now(),
        what: `${request.method} ${trip.what}`,
      });
      for (const [name, value] of facts.answerHeaders) response.headers.append(name, value);
    }
    secureHeaders(response.headers, {
      isHttps: facts.reachedOrigin.startsWith("https:"),
      coversSubdomains: parts.coversSubdomains,
    });
    response.headers.set("X-Request-Id", requestId);
    const { status } = response;
    const path = trip.what;
    Object.assign(told, { route: path, status, requestId });
    if (!probes.has(path))
      log.info("request", { method: request.method, path, status, ms: now() - startedAt, requestId });
    return response;
  }

  return {
    upgrade: createUpgrade({ routes: parts.sockets, gates, surroundings }),
    async fetch(request, from = {}) {
      const work = { kind: "request", method: request.method } as const;
      const response = await telemetry.run(work, (told) => answer(request, from, told));
      if (!(response instanceof EventsAnswer)) return response;
      return sendEvents(response, from.outgoing, telemetry.streamOpened());
    },
  };
}

/** What a worker says to everybody else. */
const workersAnswer =
  "This process has ROLE=worker and answers only /healthz, /readyz, /version and /metrics.";

/** What monitors ask all the time. */
const probes: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** What the server tells of itself. None of it names a customer, a setting or a fault. */
function builtIn({ routes, checks, version, isLeaving, answersPeople }: AppParts): PageRoute[] {
  const ofEveryProcess = [
    { path: "/healthz", handler: () => Response.json({ ok: true }) },
    { path: "/readyz", handler: () => answerReadiness(checks, isLeaving()) },
    { path: "/version", handler: () => Response.json({ version }) },
  ];
  if (!answersPeople) return ofEveryProcess;
  const calls = routes.map(({ call }) => call);
  let api: Promise<OpenApi> | undefined;
  const describe = () => (api ??= describeApi(calls, version));
  return [
    ...ofEveryProcess,
    {
      path: "/api/openapi.json",
      handler: async ({ facts }) =>
        Response.json({ ...(await describe()), servers: [{ url: facts.basePath || "/" }] }),
    },
    ...docsPages(describe),
    { path: faviconPath, handler: answerFavicon },
    ...standaloneApp(),
  ];
}

/** Redirects name paths below the base path; browsers need them whole. */
function rebase(response: Response, basePath: string): Response {
  const location = response.headers.get("location");
  if (basePath && location?.startsWith("/")) response.headers.set("location", basePath + location);
  return response;
}

/** Gives a built file; null for every path that a person may have typed, which is the console's; a file that is not there is 404. */
async function answerFile(assets: Assets, request: Request, pathname: string): Promise<Response | null> {
  if (isApiPath(pathname)) throw new AppError("not_found");
  const isReading = request.method === "GET" || request.method === "HEAD";
  const file = isReading ? await assets.serve(pathname, request.headers) : null;
  if (file) return file;
  // Built files lie below one of these names themselves.
  if (isReservedPath(pathname)) throw new AppError("not_found");
  if (!isReading) throw new AppError("method_not_allowed");
  if (/\.\w+$/.test(pathname)) throw new AppError("not_found");
  return null;
}
