import { beforeAll, describe, expect, it } from "vitest";
import { createApiKey } from "../../../shared/contract/accounts/apiKeys.ts";
import type { AnyCall } from "../../../shared/contract/call.ts";
import { keyScopes } from "../../../shared/domain/keyScopes.ts";
import type { KeyScope } from "../../../shared/domain/keyScopes.ts";
import { nextAddress } from "../../kit/client.ts";
import type { Actor } from "../../kit/client.ts";
import { nameOf } from "../../kit/safety/matrix/rows.ts";
import { startTestServer } from "../../kit/server.ts";
import type { TestServer } from "../../kit/server.ts";
import { stores } from "../../kit/database/stores.ts";

/** The calls that nobody needs a session for: a reviewed list, so that a new one is a decision. */
const publicCalls = [
  "GET /api/auth/v1.0/first-owner",
  "GET /api/auth/v1.0/authentication/challenge",
  "POST /api/auth/v1.0/authentication/register",
  "POST /api/auth/v1.0/authentication/register/complete",
  "POST /api/auth/v1.0/authentication/register/resend",
  "POST /api/auth/v1.0/authentication/login/second-factor",
  "POST /api/auth/v1.0/authentication/forgot-password",
  "POST /api/auth/v1.0/authentication/set-password",
  "POST /api/auth/v1.0/first-owner",
  "GET /api/organisation/verify-invite/{token}",
  "POST /api/auth/v1.0/authentication/login/password",
  "POST /api/auth/v1.0/authentication/login/google",
  "GET /api/webhooks/v1.0/authentication/google",
  "GET /api/webhooks/v1.0/authentication/google/return",
  "POST /api/webhooks/v1.0/authentication/google/one-tap",
  "POST /api/webhooks/v1.0/authentication/google/one-tap/nonce",
  "POST /api/webhooks/v1/datasources/sync/{token}",
  "GET /api/webhooks/v1/google-token",
  "GET /api/webhooks/v1/mcp-token",
  "GET /api/webhooks/v1/notion-token",
  "GET /api/webhooks/v1/oauth-return",
  "GET /api/webhooks/v1/slack-return",
  "GET /api/public/v1.0/design-selections/{readKey}",
  "GET /api/auth/v1.0/session",
  "GET /api/public/v1/anonymouscopilotdetailscache",
  "GET /api/public/v1/anonymouscopilotdetailscache/{id}",
  "GET /api/public/v1/copilots",
  "GET /api/public/v1/templates",
  "GET /api/public/v1/templates/{productAppId}",
  "POST /api/public/v1/storage/init",
  "POST /api/public/v1/copilots/proactive",
  "POST /api/public/v1/copilots/ticket",
  "POST /api/public/v1/anonymouscopilotdetails/{anonymousId}",
  "POST /api/public/v1/copilotapps/open-chat-widget",
];

const nowhere = "01m000000000000000000000aa";

/** The rest of who may what is asked in matrix.test.ts. */
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
      "cookie thief": { ...mine, session: undefined, bearer: undefined },
    };
    const makeKey = async (name: string, scopes: readonly KeyScope[]) => {
      const { data } = await server
        .as(theirs)
        .call(createApiKey, { body: { data: { name, scopes: [...scopes] } } });
      const { organizationId } = theirs;
      actors[name] = { address: nextAddress(), bearer: data.key, organizationId };
    };
    await makeKey("API key", keyScopes);
    await makeKey("API key for billing", ["billing.read"]);
  });

  it("D12: requires a session, except for the reviewed ones", () => {
    const open = server.app.routes
      .filter(({ call }) => call.who === "anyone")
      .map(({ call }) => nameOf(call));
    expect(open.toSorted()).toEqual(publicCalls.toSorted());
  });

  it("B1: is closed with only a cookie, with one's own ids, others' and none", async () => {
    for (const call of closedCalls()) {
      for (const params of [own, foreign, {}]) {
        expect(await ask(call, "cookie thief", params), nameOf(call)).toMatchObject({
          status: 401,
          code: "unauthenticated",
        });
      }
    }
  });

  it("B1, B10: treats my organization as missing for a foreign API key, and refuses what no key may do", async () => {
    for (const call of closedCalls()) {
      const isForKeys = typeof call.who === "object" && call.forKeys !== "never";
      const mine = await ask(call, "API key", own);
      if (call.who === "visitor") expect(mine.status, nameOf(call)).toBe(401);
      else if (!isForKeys) expect(mine, nameOf(call)).toMatchObject({ code: "api_key_not_allowed" });
      else if (call.path.includes("{orgId}")) {
        expect(mine, nameOf(call)).toMatchObject({ status: 404, code: "not_found" });
        expect(mine, nameOf(call)).toEqual(await ask(call, "API key", { orgId: nowhere }));
      }
    }
  });

  it("B10: gives an API key only its scopes", async () => {
    const { orgId = "" } = foreign;
    for (const call of closedCalls()) {
      const { who } = call;
      if (typeof who !== "object" || call.forKeys === "never") continue;
      const action = "member" in who ? who.member : who.watcher;
      const { status } = await ask(call, "API key for billing", { orgId });
      expect(status === 403, nameOf(call)).toBe(action !== "billing.read");
    }
  });

  it("D12: accepts only its own method, and no other way to name one", async () => {
    const paths = new Map<string, string[]>();
    for (const { call } of server.app.routes) {
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
  ])("D12, C15: treats %s as missing, and repeats no part of it", async (path) => {
    const response = await server.request(path);
    const text = await response.text();
    expect(response.status).toBe(404);
    expect(JSON.parse(text)).toMatchObject({ error: { code: "not_found" } });
    expect(text).not.toContain(path);
  });

  it("C6: is answered with headers that forbid framing, type guessing and caching", async () => {
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

  it("B15: tells strangers only its health and version", async () => {
    expect(await (await server.request("/healthz")).json()).toEqual({ ok: true });
    expect(await (await server.request("/readyz")).json()).toEqual({
      ok: true,
      checks: { database: true, integrity: true, disk: true, migrations: true },
    });
    expect(await (await server.request("/version")).json()).toEqual({ version: "0.0.0" });
  });

  it("is in the API's description with its input and output", async () => {
    const api = await (await server.request("/api/openapi.json")).json();
    for (const { call } of server.app.routes) {
      const operation = api.paths[`/api/${call.family}${call.path}`]?.[call.method.toLowerCase()];
      expect(operation, nameOf(call)).toMatchObject({ summary: call.summary });
      expect(Boolean(operation.requestBody), nameOf(call)).toBe(Boolean(call.body));
    }
    const contents = server.app.routes.flatMap(({ call }) => {
      const operation = api.paths[`/api/${call.family}${call.path}`][call.method.toLowerCase()];
      const answers = [operation.responses[200], operation.responses[202]];
      return [operation.requestBody, ...answers].flatMap((one) => one?.content["application/json"] ?? []);
    });
    const without = contents.filter((content) => !("example" in content));
    // Those of rules that no schema tells, such as "the one or the other".
    expect(without.length).toBeLessThan(contents.length / 20);
    const adding = api.paths["/api/console/v1/org/{orgId}/copilotapps/{productId}/datasources"].post;
    expect(adding.requestBody.content["application/json"].example.data.config).toBeTypeOf("object");
    expect(api.components.securitySchemes.apiKey).toMatchObject({ type: "http", scheme: "bearer" });
    const takesKeys = ({ security }: { security: object[] }) => security.some((way) => "apiKey" in way);
    const { paths } = api;
    expect(takesKeys(paths["/api/console/v1/org/{orgId}/copilotapps"].get)).toBe(true);
    expect(takesKeys(paths["/api/organisation/v1.0/org/{orgId}/keys"].get)).toBe(false);
    expect(takesKeys(paths["/api/auth/v1.0/profile/detail"].get)).toBe(false);
    const page = await (await server.request("/api/docs")).text();
    expect(page).toContain("curl -H &#34;Authorization: Bearer ph_");
    expect(page).toContain("/api/auth/v1.0/session");
    expect(page).not.toMatch(/<script|<style| style=| on\w+=/);
  });

  function closedCalls(): AnyCall[] {
    return server.app.routes.map(({ call }) => call).filter(({ who }) => who !== "anyone");
  }

  function fill(given: Record<string, string>): Record<string, string> {
    return { ...Object.fromEntries(names.map((name) => [name, nowhere])), ...given };
  }

  async function ask(call: AnyCall, who: string, params: Record<string, string>) {
    // From an address of its own, and a while later each time: what is counted is not what is asked here.
    server.clock.advance(100);
    const actor = { ...actors[who], address: nextAddress() };
    const response = await server.as(actor).send(call, { params: fill(params) });
    const text = await response.text();
    const { error } = text ? JSON.parse(text) : {};
    return { status: response.status, code: error?.code, message: error?.message, fields: error?.fields };
  }
});

const names = ["orgId", "productId", "threadId", "messageId", "datasourceId", "syncHistoryId", "pageId"];
