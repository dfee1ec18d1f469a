import { vi } from "vitest";
import { makeContactDetail, makeThreadCounts } from "../samples.ts";

/** A request as the server gets it: below the agent's own address, or in full for others. */
export interface ServedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
}

/** What a call answers: a body (once `held` is over), events (with `isHeld` the stream stays open), a status with an error's code, or a cut connection. */
export type Served =
  | { body: unknown; held?: Promise<void> }
  | { events: readonly { type: string; [field: string]: unknown }[]; isHeld?: true }
  | { status: number; code: string; message?: string; fields?: unknown[] }
  | "cut";

/** A server as the console's screens meet it, at the far edge: `fetch`, with the contract's paths and shapes. */
export interface ConsoleServer {
  requests: ServedRequest[];
  /** Answers a call, such as `GET datasources`, until it is told otherwise; a function is asked at each request. */
  on(call: string, reply: Served | ((request: ServedRequest) => Served)): void;
  /** Tells the open live streams. */
  tell(event: { type: string; [field: string]: unknown }): void;
  /** Without it no live stream can be opened. */
  hasLiveEvents: boolean;
  /** Cuts the open live streams, and refuses further ones as the server does that knows no such agent, or no such member. */
  endLiveEvents(): void;
  openStreams(): number;
  /** The bodies that were sent with a call, oldest first. */
  sent(call: string): unknown[];
}

export const orgId = "org-1";
export const agentId = "agent-1";
const agentBase = `/api/console/v1/org/${orgId}/copilotapps/${agentId}`;
const eventsPath = `/api/public/v1/copilotapps/${agentId}/events`;

/** What every open conversation, and list of filters, asks where a test says nothing of it: an alert of its own would come when nobody expects it. */
const usual: [call: RegExp, body: unknown][] = [
  [/^GET threads\/[^/]+\/scheduled-replies$/, { data: [] }],
  [/^GET threads\/[^/]+\/assistance$/, { data: { writer: null, summary: null } }],
  [/^POST threads\/[^/]+\/looking$/, null],
  [/^GET threads\/quiet$/, { data: { quietHours: null, mutedIds: [] } }],
  [/^GET threads\/filters\/counts$/, { data: makeThreadCounts() }],
  [
    /^GET \/api\/workflow\/v1\.0\/[^/]+\/workflowapprovals$/,
    { items: [], page: { page: 1, limit: 100, total: 0 } },
  ],
  [/^GET contacts\/[^/]+$/, { data: makeContactDetail() }],
  [/^GET contacts\/[^/]+\/threads$/, { items: [], page: { page: 1, limit: 20, total: 0 } }],
];

/** Puts the fake in place of `fetch`; `vi.unstubAllGlobals` takes it away. */
export function startConsoleServer(): ConsoleServer {
  const replies = new Map<string, Served | ((request: ServedRequest) => Served)>();
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  let eventNumber = 10;
  let isLiveGone = false;
  const server: ConsoleServer = {
    requests: [],
    hasLiveEvents: true,
    on: (call, reply) => void replies.set(call, reply),
    tell(event) {
      eventNumber += 1;
      for (const controller of streams) write(controller, { number: eventNumber, ...event });
    },
    endLiveEvents() {
      isLiveGone = true;
      for (const controller of streams) controller.close();
      streams.clear();
    },
    openStreams: () => streams.size,
    sent: (call) =>
      server.requests.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body),
  };

  async function answer(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = new URL(String(input), "http://localhost");
    const path = url.pathname.replace(`${agentBase}/`, "").replace(agentBase, "agent");
    const method = init.method ?? "GET";
    const body: unknown = init.body ? JSON.parse(String(init.body)) : null;
    const request = { method, path, query: Object.fromEntries(url.searchParams), body };
    server.requests.push(request);
    if (url.pathname === eventsPath && isLiveGone) return refuse(404, { code: "not_found" });
    if (url.pathname === eventsPath) return server.hasLiveEvents ? openStream(init.signal) : refuse(503);
    const reply = replies.get(`${method} ${path}`);
    const served = typeof reply === "function" ? reply(request) : (reply ?? findUsual(`${method} ${path}`));
    if (served === undefined) throw new Error(`Nothing answers ${method} ${path}`);
    if (served === "cut") throw new TypeError("Failed to fetch");
    if ("body" in served) {
      await served.held;
      return Response.json(served.body);
    }
    if ("events" in served) return streamOf(served, init.signal);
    return refuse(served.status, served);
  }

  function openStream(signal: AbortSignal | null | undefined): Response {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.add(controller);
        write(controller, { type: "ready", number: eventNumber });
        signal?.addEventListener("abort", () => {
          if (streams.delete(controller)) controller.error(new DOMException("gone", "AbortError"));
        });
      },
      cancel: () => undefined,
    });
    return new Response(stream, { headers: { "content-type": "text/event-stream" } });
  }

  vi.stubGlobal("fetch", answer);
  return server;
}

function findUsual(call: string): Served | undefined {
  const found = usual.find(([pattern]) => pattern.test(call));
  return found && { body: found[1] };
}

/** A stream that says all of it and ends, or waits for its reader to leave. */
function streamOf(
  { events, isHeld }: Extract<Served, { events: unknown }>,
  signal: AbortSignal | null | undefined,
): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const event of events) write(controller, event);
      if (!isHeld) controller.close();
      signal?.addEventListener("abort", () => {
        if (isHeld) controller.error(new DOMException("gone", "AbortError"));
      });
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

function write(
  controller: ReadableStreamDefaultController<Uint8Array>,
  event: { type: string; [field: string]: unknown },
): void {
  const { type, ...data } = event;
  controller.enqueue(new TextEncoder().encode(`event: ${type}\ndata: ${JSON.stringify(data)}\n\n`));
}

function refuse(
  status: number,
  { code = "unavailable", message = "It went wrong.", fields = [] }: Record<string, unknown> = {},
): Response {
  return Response.json({ error: { code, message, fields, requestId: "request-1" }, message }, { status });
}
