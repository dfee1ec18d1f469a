import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import {
  createAgent,
  getAgent,
  listAgents,
  updateAgentStatus,
} from "../../../shared/contract/agents/agents.ts";
import { getSession } from "../../../shared/contract/accounts/accounts.ts";
import { loginWithPassword } from "../../../shared/contract/accounts/signIn.ts";
import { watchEvents } from "../../../shared/contract/conversations/conversations.ts";
import type { AnyCall } from "../../../shared/contract/call.ts";
import { canonicalText, decodeParams, signatureHeaders } from "../../../shared/domain/signature.ts";
import type { ClientOptions } from "../../../shared/client/client.ts";
import { createClient } from "../../../shared/client/createClient.ts";
import { RequestError } from "../../../shared/client/requestError.ts";
import { retryDelayMs } from "../../../shared/client/retry.ts";
import { waitByTimer } from "../../../shared/client/wait.ts";
import type { WebServer } from "../../kit/network/webServer.ts";
import { startWebServer } from "../../kit/network/webServer.ts";

type Answer = (request: IncomingMessage, response: ServerResponse, tries: number) => unknown;

const session = { id: "session1", key: "0123456789abcdef" };
const where = { orgId: "o1", productId: "a 1/ü" };
const stops: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function start(answer: Answer, options: Partial<ClientOptions> = {}) {
  let tries = 0;
  const server = await startWebServer((request, response) => answer(request, response, ++tries));
  stops.push(server.stop);
  const pauses: number[] = [];
  const client = createClient({
    session: { read: () => session },
    baseUrls: basesOf(server),
    // The pause between tries passes at once, the end of waiting does not.
    wait: async (ms, signal) => {
      if (ms !== retryDelayMs) return waitByTimer(ms, signal);
      pauses.push(ms);
    },
    ...options,
  });
  return { server, client, pauses };
}

function basesOf({ origin }: WebServer): ClientOptions["baseUrls"] {
  return {
    console: `${origin}/api/console`,
    auth: `${origin}/api/auth`,
    public: `${origin}/api/public`,
    organisation: `${origin}/api/organisation`,
  };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function refuseSignature(response: ServerResponse, serverTime: number): void {
  response.setHeader(signatureHeaders.timestamp, String(serverTime));
  sendJson(response, 403, errorBody("signature_refused"));
}

function errorBody(code: string, message = "No.", fields: unknown[] = []) {
  return { error: { code, message, fields, requestId: "r-1" }, message };
}

/** What the server does with a signed request, written down a second time on Node's own hashes. */
async function isWellSigned(request: IncomingMessage): Promise<boolean> {
  const body = await text(request);
  const header = (name: string) => String(request.headers[name] ?? "");
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const names = decodeParams(header(signatureHeaders.params)) ?? [];
  const canonical = canonicalText({
    method: request.method ?? "",
    path,
    query,
    headers: Object.fromEntries(names.map((name) => [name, header(name)])),
    bodyHash: createHash("sha256").update(body).digest("hex"),
  });
  const expected = createHmac("sha256", session.key).update(canonical).digest("hex");
  return expected === header(signatureHeaders.signature) && header(signatureHeaders.session) === session.id;
}

async function failureOf(promise: Promise<unknown>): Promise<RequestError> {
  const thrown = await promise.then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(RequestError);
  return thrown as RequestError; // checked above
}

describe("a call", () => {
  it("is sent to its family with path, query and body, and signed so that the server agrees", async () => {
    const signed: boolean[] = [];
    const { server, client } = await start(async (request, response) => {
      signed.push(await isWellSigned(request));
      sendJson(response, 200, { data: { id: "x" }, items: [] });
    });
    await client.call(getAgent, { params: where });
    await client.call(listAgents, { params: where, query: { page: 2, limit: 100 } });
    await client.call(updateAgentStatus, { params: where, body: { data: { status: "paused" } } });
    expect(server.hits).toEqual([
      "GET /api/console/v1/org/o1/copilotapps/a%201%2F%C3%BC",
      "GET /api/console/v1/org/o1/copilotapps?page=2&limit=100",
      "PATCH /api/console/v1/org/o1/copilotapps/a%201%2F%C3%BC/status",
    ]);
    expect(signed).toEqual([true, true, true]);
  });

  it("carries the organization's bearer token, and no token and signature when the call is public", async () => {
    const seen: unknown[] = [];
    const { client } = await start(
      (request, response) => {
        seen.push([request.headers.authorization, typeof request.headers[signatureHeaders.signature]]);
        sendJson(response, 200, {});
      },
      { bearer: () => "token1" },
    );
    await client.call(listAgents, { params: where });
    await client.call(getSession);
    expect(seen).toEqual([
      ["Bearer token1", "string"],
      [undefined, "undefined"],
    ]);
  });

  it("returns nothing for an answer without a body", async () => {
    const { client } = await start((_, response) => response.writeHead(204).end());
    expect(await client.call(getSession)).toBeUndefined();
  });

  it("returns code, sentence, fields and request id of an error", async () => {
    const fields = [{ path: "body.data.name", message: "Field is required" }];
    const { client } = await start((_, response) =>
      sendJson(response, 400, errorBody("invalid_input", "Check the name.", fields)),
    );
    const error = await failureOf(
      client.call(updateAgentStatus, { params: where, body: { data: { status: "live" } } }),
    );
    expect(error).toMatchObject({
      code: "invalid_input",
      status: 400,
      message: "Check the name.",
      fields,
      requestId: "r-1",
    });
  });

  it.each([
    [502, "unavailable"],
    [503, "unavailable"],
    [500, "internal"],
    [404, "internal"],
  ])("explains a proxy's page with status %i as %s", async (status, code) => {
    const { client } = await start((_, response) => response.writeHead(status).end("<h1>Bad Gateway</h1>"));
    expect(await failureOf(client.call(getSession))).toMatchObject({ code, status });
  });

  it("is offline when no server answers, and informs the connection banner", async () => {
    const reached: boolean[] = [];
    const { server, client, pauses } = await start(() => undefined, {
      onReachable: (is) => reached.push(is),
    });
    await server.stop();
    const error = await failureOf(client.call(getSession));
    expect(error).toMatchObject({ code: "offline", status: 0 });
    expect(pauses).toEqual([1000, 1000]);
    expect(reached).toEqual([false, false, false]);
  });

  it("gives up when an answer is too late", async () => {
    const { client } = await start(() => undefined, { timeoutMs: 30 });
    expect((await failureOf(client.call(getSession))).code).toBe("timeout");
  });

  it("is canceled by its signal, without another try", async () => {
    const stop = new AbortController();
    const { server, client } = await start(() => stop.abort());
    expect((await failureOf(client.call(getSession, { signal: stop.signal }))).code).toBe("cancelled");
    expect(server.hits).toHaveLength(1);
  });
});

describe("retrying", () => {
  it.each([
    ["a server that is starting", 503, 3],
    ["a server error", 500, 1],
    ["a refusal", 403, 1],
    ["too many requests", 429, 1],
  ])("a GET after %s (%i) takes %i tries", async (_, status, tries) => {
    const { server, client } = await start((_request, response) =>
      sendJson(response, status, errorBody("internal")),
    );
    await failureOf(client.call(listAgents, { params: where }));
    expect(server.hits).toHaveLength(tries);
  });

  it("returns the first good answer", async () => {
    const { client } = await start((_, response, tries) =>
      tries < 3 ? sendJson(response, 503, errorBody("unavailable")) : sendJson(response, 200, { items: [1] }),
    );
    expect(await client.call(listAgents, { params: where })).toEqual({ items: [1] });
  });

  it("uses a new nonce each time", async () => {
    const nonces = new Set<unknown>();
    const { client } = await start((request, response) => {
      nonces.add(request.headers[signatureHeaders.nonce]);
      sendJson(response, 503, errorBody("unavailable"));
    });
    await failureOf(client.call(listAgents, { params: where }));
    expect(nonces.size).toBe(3);
  });

  it("never repeats a write", async () => {
    const { server, client } = await start((_, response) =>
      sendJson(response, 503, errorBody("unavailable")),
    );
    const input = { params: where, body: { data: { status: "live" } } } as const;
    await failureOf(client.call(updateAgentStatus, input));
    expect(server.hits).toHaveLength(1);
  });
});

describe("the clock", () => {
  const serverTime = 5_000_000;

  function refuseWrongClocks(request: IncomingMessage, response: ServerResponse): void {
    const sent = Number(request.headers[signatureHeaders.timestamp]);
    if (Math.abs(sent - serverTime) < 1000) return sendJson(response, 200, { items: [] });
    refuseSignature(response, serverTime);
  }

  it("is corrected after a refused signature, once for all later calls, including writes", async () => {
    const { server, client } = await start(refuseWrongClocks, { clock: () => 77 });
    await client.call(updateAgentStatus, { params: where, body: { data: { status: "live" } } });
    await client.call(listAgents, { params: where });
    expect(server.hits).toHaveLength(3);
  });

  it("is corrected only once in a call", async () => {
    const { server, client } = await start((_, response) => refuseSignature(response, 1));
    expect((await failureOf(client.call(listAgents, { params: where }))).code).toBe("signature_refused");
    expect(server.hits).toHaveLength(2);
  });
});

describe("a 401 answer", () => {
  const credentials = { email: "ada@example.com", password: "wrong" };
  const verifyInvite = { ...getSession, family: "organisation", path: "/verify-invite/{token}" } as const;
  it.each<[string, { call: AnyCall; input: object; times: number }]>([
    ["listing agents", { call: listAgents, input: { params: where }, times: 1 }],
    [
      "creating an agent",
      { call: createAgent, input: { params: where, body: { data: { name: "x" } } }, times: 1 },
    ],
    ["reading the session", { call: getSession, input: {}, times: 0 }],
    ["signing in", { call: loginWithPassword, input: { body: credentials }, times: 0 }],
    ["verifying an invitation", { call: verifyInvite, input: { params: { token: "t" } }, times: 0 }],
  ])("informs the app during %s, except when it is the result", async (_, { call, input, times }) => {
    let told = 0;
    const { client } = await start(
      (_request, response) => sendJson(response, 401, errorBody("unauthenticated")),
      {
        onUnauthenticated: () => told++,
      },
    );
    await failureOf(client.call(call, input as never)); // a table of calls has no types of its own
    expect(told).toBe(times);
  });
});

describe("a stream", () => {
  const watch = { params: { productId: "a1" }, query: { after: 3 } };

  it("yields its events as they come", async () => {
    const { client } = await start((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(': hello\n\nevent: ready\ndata: {"number":3}\n\nevent: agent\r\ndata: {"num');
      setImmediate(() => response.end('ber":4}\r\n\r\n'));
    });
    const events = [];
    for await (const event of client.stream(watchEvents, watch)) events.push(event);
    expect(events).toEqual([
      { type: "ready", number: 3 },
      { type: "agent", number: 4 },
    ]);
  });

  it("that is refused throws the server's error", async () => {
    const { client } = await start((_, response) => sendJson(response, 404, errorBody("not_found", "Gone.")));
    const error = await failureOf(client.stream(watchEvents, watch).next());
    expect(error).toMatchObject({ code: "not_found", message: "Gone.", requestId: "r-1" });
  });

  it("that is cut throws offline after the received events", async () => {
    const heard = Promise.withResolvers<void>();
    const { client } = await start(async (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('event: ready\ndata: {"number":3}\n\n');
      await heard.promise;
      response.destroy();
    });
    const events = client.stream(watchEvents, watch);
    expect((await events.next()).value).toEqual({ type: "ready", number: 3 });
    heard.resolve();
    expect((await failureOf(events.next())).code).toBe("offline");
  });

  it("that fails in the middle throws the server's message", async () => {
    const { client } = await start((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`event: error\ndata: ${JSON.stringify(errorBody("unavailable", "Stopping.").error)}\n\n`);
    });
    const error = await failureOf(client.stream(watchEvents, watch).next());
    expect(error).toMatchObject({ code: "unavailable", message: "Stopping.", requestId: "r-1" });
  });

  it("outlives an answer's time limit", async () => {
    const time = Promise.withResolvers<void>();
    const { client } = await start(
      async (_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.flushHeaders();
        await time.promise;
        response.end('event: ready\ndata: {"number":3}\n\n');
      },
      { wait: () => time.promise, onReachable: () => time.resolve() },
    );
    expect((await client.stream(watchEvents, watch).next()).value).toEqual({ type: "ready", number: 3 });
  });

  it("closes its connection when the loop is left", async () => {
    const closed = Promise.withResolvers<void>();
    const { client } = await start((request, response) => {
      request.socket.on("close", () => closed.resolve());
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write('event: ready\ndata: {"number":3}\n\n');
    });
    for await (const event of client.stream(watchEvents, watch)) if (event.type === "ready") break;
    await closed.promise;
  });
});
