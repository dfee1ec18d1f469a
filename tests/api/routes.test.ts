import { beforeAll, describe, expect, it } from "vitest";
import { access } from "../../shared/domain/access.ts";
import type { AnyCall } from "../../shared/contract/call.ts";
import type { Actor, TestInput } from "../kit/client.ts";
import { startTestServer } from "../kit/server.ts";
import type { TestServer } from "../kit/server.ts";
import { stores } from "../kit/stores.ts";

/** The calls that nobody needs a session for: a reviewed list, so that a new one is a decision. */
const publicCalls = [
  "GET /api/auth/v1.0/first-owner",
  "POST /api/auth/v1.0/authentication/register",
  "POST /api/auth/v1.0/authentication/forgot-password",
  "POST /api/auth/v1.0/authentication/set-password",
  "POST /api/auth/v1.0/first-owner",
  "GET /api/organisation/verify-invite/{token}",
  "POST /api/auth/v1.0/authentication/login/password",
  "GET /api/auth/v1.0/session",
  "GET /api/public/v1/copilots",
  "POST /api/public/v1/copilots/ticket",
  "POST /api/public/v1/copilotapps/open-chat-widget",
];

const nowhere = "01m000000000000000000000aa";

describe.each(stores())("every route on $name", (store) => {
  let server: TestServer;
  let actors: Record<string, Actor>;
  let own: Record<string, string>;
  let foreign: Record<string, string>;

  beforeAll(async () => {
    server = await startTestServer({ store });
    const [mine, theirs] = [await server.createOwner(), await server.createOwner()];
    const [agent, foreignAgent] = [await server.createAgent(mine), await server.createAgent(theirs)];
    own = { orgId: mine.organizationId, productId: agent.id };
    foreign = { orgId: theirs.organizationId, productId: foreignAgent.id };
    actors = {
      nobody: { address: "192.0.2.1" },
      visitor: await server.createVisitor(theirs, foreignAgent.id),
      "foreign member": theirs,
      "cookie thief": { ...mine, session: undefined, bearer: undefined },
    };
    actors["support"] = await server.createMember(mine.organizationId, "support");
  });

  it("D12: asks for a session, but for those that were reviewed", () => {
    const open = server.house.routes
      .filter(({ call }) => call.who === "anyone")
      .map(({ call }) => nameOf(call));
    expect(open.toSorted()).toEqual(publicCalls.toSorted());
  });

  it.each(["nobody", "cookie thief"])(
    "B1: is shut to %s, with ids of one's own, of others and of none",
    async (who) => {
      for (const call of closedCalls()) {
        for (const params of [own, foreign, {}]) {
          expect(await ask(call, who, params), nameOf(call)).toMatchObject({
            status: 401,
            code: "unauthenticated",
          });
        }
      }
    },
  );

  it("B1: answers a foreign member about my organisation as about none", async () => {
    for (const call of closedCalls()) {
      if (!call.path.includes("{orgId}")) continue;
      const [mine, none] = [
        await ask(call, "foreign member", own),
        await ask(call, "foreign member", { orgId: nowhere }),
      ];
      expect(mine, nameOf(call)).toEqual(none);
      expect(mine, nameOf(call)).toMatchObject({ status: 404, code: "not_found" });
    }
  });

  it("B1, B2: answers a member about my agent inside their own organisation as about none", async () => {
    const { orgId } = foreign;
    for (const call of closedCalls()) {
      if (!call.path.includes("{orgId}") || !call.path.includes("{productId}")) continue;
      const input = {
        ...valid(call),
        params: fill({ orgId: orgId ?? "", productId: own["productId"] ?? "" }),
      };
      const mine = await send(call, "foreign member", input);
      const none = await send(call, "foreign member", { ...input, params: fill({ orgId: orgId ?? "" }) });
      expect(mine, nameOf(call)).toEqual(none);
      expect(mine.status, nameOf(call)).toBeGreaterThanOrEqual(400);
      expect(mine.status, nameOf(call)).toBeLessThan(500);
    }
  });

  it("B1: gives a visitor nothing of the team's, and nothing of another agent", async () => {
    for (const call of closedCalls()) {
      const expected = call.who === "visitor" || isWatcher(call) ? { status: 404 } : { status: 401 };
      for (const params of [own, {}]) {
        expect(await ask(call, "visitor", params), nameOf(call)).toMatchObject(expected);
      }
    }
  });

  it("B7, B8: gives a support agent what the table of rights says and no more", async () => {
    for (const { call } of server.house.routes) {
      if (typeof call.who !== "object" || !("member" in call.who)) continue;
      const { status } = await ask(call, "support", { ...own, productId: nowhere });
      const isAllowed = (access[call.who.member] as readonly string[]).includes("support");
      expect(status === 403, nameOf(call)).toBe(!isAllowed);
    }
  });

  it("D12: takes no method but its own, and no other way to name one", async () => {
    const paths = new Map<string, string[]>();
    for (const { call } of server.house.routes) {
      const path = `/api/${call.family}${call.path}`.replace(/\{\w+\}/g, nowhere);
      paths.set(path, [...(paths.get(path) ?? []), call.method]);
    }
    for (const [path, methods] of paths) {
      for (const method of ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        if (methods.includes(method)) continue;
        const response = await server.request(path, { method });
        expect([response.status, response.headers.get("allow")], `${method} ${path}`).toEqual([
          405,
          methods.join(", "),
        ]);
      }
    }
  });

  it.each([
    "/API/auth/v1.0/session",
    "/api/auth/v1.0/session/",
    "/api/auth//v1.0/session",
    "//api/auth/v1.0/session",
    "/api/auth/v1.0/session;x=1",
    "/api/auth/v1.0/%73ession%2f",
    "/api/auth/v1.0/x%2f..%2fsession",
    "/api/auth/v1.0/session%00",
    "/api/auth/v1.0/session%0d%0aX:1",
    "/api/auth/%E0%A4%A",
    "/api",
    "/api/",
    "/api/nothing",
    "/api/console/v1/org/x/copilotapps/../../secrets",
    "/.env",
    "/package.json",
    "/assets/console/../../server/main.ts",
    "/server/main.ts",
    "/widget.js/../../package.json",
  ])("D12, C15: answers %s as nothing, and repeats none of it", async (path) => {
    const response = await server.request(path);
    const text = await response.text();
    expect(response.status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ error: { code: "not_found" } });
    expect(text).not.toContain(path);
  });

  it("C6: is answered with headers that forbid framing, guessing types and keeping", async () => {
    for (const path of [
      "/",
      "/accounts/x/dashboard",
      "/api/nothing",
      "/api/docs",
      "/healthz",
      "/api/auth/v1.0/session",
    ]) {
      const { headers } = await server.request(path);
      expect(headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
      expect(headers.get("content-security-policy"), path).toContain("default-src 'none'");
      expect(headers.get("content-security-policy"), path).not.toMatch(/unsafe|\*/);
      expect(headers.get("x-frame-options"), path).toBe("DENY");
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
    }
  });

  it("B15: tells strangers that it is well and which version it is, and no more", async () => {
    expect(await (await server.request("/healthz")).json()).toEqual({ ok: true });
    expect(await (await server.request("/readyz")).json()).toEqual({
      ok: true,
      checks: { database: true, migrations: true },
    });
    expect(await (await server.request("/version")).json()).toEqual({ version: "0.0.0" });
  });

  it("stands in the API's description with what it takes and gives", async () => {
    const api = await (await server.request("/api/openapi.json")).json();
    for (const { call } of server.house.routes) {
      const operation = api.paths[`/api/${call.family}${call.path}`]?.[call.method.toLowerCase()];
      expect(operation, nameOf(call)).toMatchObject({ summary: call.summary });
      expect(Boolean(operation.requestBody), nameOf(call)).toBe(Boolean(call.body));
    }
    const page = await (await server.request("/api/docs")).text();
    expect(page).toContain("/api/auth/v1.0/session");
    expect(page).not.toMatch(/<script|<style| style=| on\w+=/);
  });

  function closedCalls(): AnyCall[] {
    return server.house.routes.map(({ call }) => call).filter(({ who }) => who !== "anyone");
  }

  function fill(given: Record<string, string>): Record<string, string> {
    return { ...Object.fromEntries(names.map((name) => [name, nowhere])), ...given };
  }

  function ask(call: AnyCall, who: string, params: Record<string, string>) {
    return send(call, who, { params: fill(params) });
  }

  async function send(call: AnyCall, who: string, input: TestInput<AnyCall>) {
    const actor = actors[who] ?? { address: "192.0.2.9" };
    const response = await server.as(actor).send(call, input);
    const text = await response.text();
    const { error } = text ? JSON.parse(text) : {};
    return { status: response.status, code: error?.code, message: error?.message, fields: error?.fields };
  }
});

const names = ["orgId", "productId", "threadId", "messageId", "datasourceId", "syncHistoryId", "pageId"];

/** Input that passes the contract where a call needs some, so that it is the thing itself that is missing. */
function valid(call: AnyCall): TestInput<AnyCall> {
  const query = call.method === "DELETE" ? { query: { confirmed: "true" } } : {};
  return query as TestInput<AnyCall>; // any call's query, by name
}

function isWatcher({ who }: AnyCall): boolean {
  return typeof who === "object" && "watcher" in who;
}

function nameOf({ method, family, path }: AnyCall): string {
  return `${method} /api/${family}${path}`;
}
