import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import {
  createMcpServer,
  getMcpServer,
  refreshMcpServer,
  signInToMcp,
  signOutOfMcp,
} from "../../../shared/contract/mcps/mcps.ts";
import type { McpServer } from "../../../shared/contract/mcps/mcps.ts";
import { startBookshop } from "../../kit/actions/mcpServers.ts";
import { startSignInShop, visitIssuer } from "../../kit/actions/signInShop.ts";
import type { SignInShop } from "../../kit/actions/signInShop.ts";
import { startWebServer } from "../../kit/network/webServer.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";

describe.each(stores())("The sign-in of MCP servers on $name", (store) => {
  let talk: TalkingServer;
  let shop: SignInShop;
  let agent: Agent;
  beforeAll(async () => {
    talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
  });
  beforeEach(async () => {
    shop = await startSignInShop();
    agent = await talk.createAgent();
  });
  afterEach(() => shop.stop());

  const team = () => talk.server.as(talk.owner);
  const of = (mcpId: string) => ({ params: { productId: agent.id, mcpId } });
  const look = async (mcpId: string) => (await team().call(getMcpServer, of(mcpId))).data;
  const refresh = async (mcpId: string) => (await team().call(refreshMcpServer, of(mcpId))).data;

  async function add(url = shop.url): Promise<McpServer> {
    const data = { name: "Book shop", url, auth: { type: "none" as const } };
    const { data: added } = await team().call(createMcpServer, {
      params: { productId: agent.id },
      body: { data },
    });
    return refresh(added.id);
  }

  /** Gives where somebody signs in, and the cookie that binds it to their browser. */
  async function leave(mcpId: string): Promise<{ url: string; cookie: string }> {
    const returnTo = "/accounts/o1/mcps?server=1";
    const response = await team().send(signInToMcp, { ...of(mcpId), body: { data: { returnTo } } });
    expect(response.status, await response.clone().text()).toBe(200);
    const cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    return { url: (await response.json()).data.url, cookie };
  }

  async function comeBack(back: URL, cookie: string): Promise<string | null> {
    const response = await talk.server.request(back.pathname + back.search, { headers: { cookie } });
    expect(response.status).toBe(302);
    return response.headers.get("location");
  }

  async function signIn(mcpId: string, click: "allow" | "deny" = "allow"): Promise<McpServer> {
    const { url, cookie } = await leave(mcpId);
    expect(await comeBack(await visitIssuer(url, click), cookie)).toBe("/accounts/o1/mcps?server=1");
    return look(mcpId);
  }

  it("is asked for in words, opens the tools, and keeps its tokens sealed", async () => {
    const server = await add();
    expect(server).toMatchObject({
      ...{ state: "unreachable", signIn: "needed", issuer: null, tools: 0 },
      error: "This MCP server asks for a sign-in.",
    });
    const { url } = await leave(server.id);
    const asked = new URL(url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      ...{ response_type: "code", code_challenge_method: "S256", resource: shop.url },
      redirect_uri: `${talk.server.origin}/api/webhooks/v1/mcp-token`,
    });
    expect(await signIn(server.id)).toMatchObject({
      ...{ state: "reachable", signIn: "connected", issuer: shop.issuer, tools: 2, error: null },
      auth: { type: "oauth" },
    });
    const row = await talk.server.store.db
      .selectFrom("mcpServers")
      .select("sealedGrant")
      .where("id", "=", server.id)
      .executeTakeFirstOrThrow();
    expect(row.sealedGrant).not.toContain("access_token");
    expect(await (await team().send(getMcpServer, of(server.id))).text()).not.toContain("token");
    const { data } = await team().call(signOutOfMcp, { ...of(server.id), query: { confirmed: "true" } });
    expect(data).toMatchObject({ signIn: "needed", issuer: null });
    expect(await refresh(server.id)).toMatchObject({ state: "unreachable", signIn: "needed" });
  });

  it("is renewed once for all simultaneous calls, and reports when it no longer can be", async () => {
    const server = await add();
    await signIn(server.id);
    const countTokens = () => shop.issuerHits.filter((hit) => hit === "POST /token").length;
    const before = countTokens();
    shop.endTokens();
    const both = await Promise.all([refresh(server.id), refresh(server.id)]);
    expect(both.map(({ signIn }) => signIn)).toEqual(["connected", "connected"]);
    expect(countTokens()).toBe(before + 1);
    shop.endTokens();
    shop.endSignIns();
    expect(await refresh(server.id)).toMatchObject({
      ...{ state: "unreachable", signIn: "expired" },
      error: "The sign-in expired. Sign in again.",
    });
  });

  it("stays ended where somebody signs out while it is renewed", async () => {
    const server = await add();
    await signIn(server.id);
    shop.endTokens();
    shop.beforeTokens(() => team().call(signOutOfMcp, { ...of(server.id), query: { confirmed: "true" } }));
    await refresh(server.id);
    expect(await look(server.id)).toMatchObject({ issuer: null });
    const rows = await talk.server.store.db
      .selectFrom("mcpServers")
      .select("sealedGrant")
      .where("id", "=", server.id)
      .execute();
    expect(rows).toEqual([{ sealedGrant: null }]);
  });

  it("continues if another one, started before it, is canceled", async () => {
    const server = await add();
    const { url, cookie } = await leave(server.id);
    await signIn(server.id);
    await comeBack(await visitIssuer(url, "deny"), cookie);
    expect(await look(server.id)).toMatchObject({
      ...{ state: "reachable", signIn: "connected", error: null },
    });
  });

  it("is refused where the issuer says more than anybody reads", async () => {
    const endless = await startWebServer((_, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(`"${"a".repeat(2_000_000)}"`),
    );
    const challenge = `Bearer resource_metadata="${endless.origin}/resource"`;
    const open = await startBookshop(
      async () => new Response("no", { status: 401, headers: { "www-authenticate": challenge } }),
    );
    const server = await add(open.url);
    const response = await team().send(signInToMcp, { ...of(server.id), body: { data: { returnTo: "/" } } });
    expect(response.status).toBe(409);
    expect(endless.hits.length).toBeGreaterThan(0);
    await Promise.all([open.stop(), endless.stop()]);
  });

  it("tells what was declined, and takes nothing back from another browser, issuer or time (D14)", async () => {
    const server = await add();
    expect(await signIn(server.id, "deny")).toMatchObject({
      ...{ signIn: "refused", error: "The sign-in was canceled." },
    });
    const { url, cookie } = await leave(server.id);
    const back = await visitIssuer(url);
    const elsewhere = await talk.server.request(back.pathname + back.search, {
      headers: { cookie: cookie.replace(/=.*/, "=another") },
    });
    expect(elsewhere.headers.get("location")).toContain("provider_expired");
    const again = await leave(server.id);
    const mixed = await visitIssuer(again.url);
    mixed.searchParams.set("iss", "https://evil.example");
    await comeBack(mixed, again.cookie);
    expect(await look(server.id)).toMatchObject({ signIn: "refused", issuer: null });
    // Each is good once.
    const used = await talk.server.request(mixed.pathname + mixed.search, {
      headers: { cookie: again.cookie },
    });
    expect(used.headers.get("location")).toContain("provider_expired");
  });

  it("is not begun where the server asks for none, and ends where it is led elsewhere", async () => {
    const open = await startBookshop(async () => null);
    const server = await add(open.url);
    const body = { data: { returnTo: "/" } };
    const response = await team().send(signInToMcp, { ...of(server.id), body });
    expect([response.status, await response.text()]).toEqual([
      409,
      expect.stringContaining("asks for no sign-in"),
    ]);
    await open.stop();
  });
});
