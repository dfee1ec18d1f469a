import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it } from "vitest";
import { updateAgentStatus } from "../../../shared/contract/agents/agents.ts";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import { getMcpEndpoint, updateMcpEndpoint } from "../../../shared/contract/mcpEndpoint/mcpEndpoint.ts";
import { createIdentitySecret } from "../../../shared/contract/surfaces/surfaces.ts";
import type { KeyScope } from "../../../shared/domain/keyScopes.ts";
import { makeApiKey } from "../../kit/conversations/visitors/programs.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { addSample } from "../../kit/knowledge/addSample.ts";
import { signJwt } from "../../kit/surfaces/identities.ts";

const scopes: KeyScope[] = ["conversations.reply", "knowledge.read"];

describe.each(stores())("An agent as an MCP server on $name", (store) => {
  let talk: TalkingServer;
  let agent: Agent;
  let key: string;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    agent = await talk.createAgent("pilothouse-builtin");
    await addSample(talk, agent);
    key = await makeApiKey(talk, scopes);
    await setEnabled(agent, true);
  });

  const team = () => talk.server.as(talk.owner);

  async function setEnabled({ id: productId }: Agent, isEnabled: boolean): Promise<string> {
    const body = { data: { isEnabled } };
    return (await team().call(updateMcpEndpoint, { params: { productId }, body })).data.url;
  }

  function ask(token: string | null, headers: Record<string, string> = {}, of = agent): Promise<Response> {
    return talk.server.request(`/api/mcp/${of.id}`, {
      method: "POST",
      headers: {
        ...{ host: "localhost:4300", "content-type": "application/json" },
        accept: "application/json, text/event-stream",
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    });
  }

  /** A client of the protocol's makers, in process. */
  async function connect(token: string, mode: "auto" | "legacy"): Promise<Client> {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    const send: typeof fetch = (input, init) => {
      const request = new Request(input, init);
      request.headers.set("host", "localhost:4300");
      const { pathname } = new URL(request.url);
      return talk.server.request(pathname, {
        ...{ method: request.method, headers: Object.fromEntries(request.headers) },
        ...(request.body && { body: request.body, duplex: "half" }),
      });
    };
    const transport = new StreamableHTTPClientTransport(
      new URL(`http://localhost:4300/api/mcp/${agent.id}`),
      {
        fetch: send,
        requestInit: { headers: { authorization: `Bearer ${token}` } },
      },
    );
    await client.connect(transport);
    return client;
  }

  it.each(["auto", "legacy"] as const)("answers with sources, searches and continues (%s)", async (mode) => {
    const client = await connect(key, mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["ask", "search", "start_conversation"]);
    const found = await client.callTool({ name: "search", arguments: { query: "How do I return a bike?" } });
    expect(JSON.stringify(found.structuredContent)).toMatch(/"passages":\[\{"title"/);
    const asked = await client.callTool({
      name: "ask",
      arguments: { question: "How long can I return something?" },
    });
    const { answer, conversation_id, sources } = asked.structuredContent as {
      answer: string;
      conversation_id: string;
      sources: unknown[];
    };
    expect(answer).not.toBe("");
    expect(sources.length).toBeGreaterThan(0);
    const again = await client.callTool({
      name: "ask",
      arguments: { question: "And what does it cost?", conversation_id },
    });
    expect(again.structuredContent).toMatchObject({ conversation_id });
    const wrong = await client.callTool({ name: "ask", arguments: { question: 7 } });
    expect(wrong.isError).toBe(true);
    const threads = await team().call(listThreads, { params: { productId: agent.id }, query: {} });
    expect(threads.items.map(({ id }) => id)).toContain(conversation_id);
    await client.close();
  });

  it("knows the visitor whom the site vouches for, and keeps others' conversations from them", async () => {
    const params = { productId: agent.id, type: "widget" as const };
    const { data } = await team().call(createIdentitySecret, { params });
    const tokenOf = (sub: string) =>
      signJwt({
        claims: { sub, exp: Math.floor(talk.server.clock.now() / 1000) + 600 },
        secret: data.secret,
      });
    const ada = await connect(tokenOf("ada"), "auto");
    const begun = await ada.callTool({ name: "start_conversation", arguments: { message: "Hello" } });
    const { conversation_id } = begun.structuredContent as { conversation_id: string };
    const bob = await connect(tokenOf("bob"), "auto");
    const refused = await bob.callTool({ name: "ask", arguments: { question: "Hi?", conversation_id } });
    expect(refused.isError).toBe(true);
    expect((await ask(signJwt({ claims: { sub: "eve", exp: 1e10 }, secret: "x".repeat(32) }))).status).toBe(
      401,
    );
  });

  it("is closed to everybody else: off, paused, foreign, keys of less scope, other hosts and pages", async () => {
    const off = await talk.createAgent("pilothouse-builtin");
    const { data } = await team().call(getMcpEndpoint, { params: { productId: off.id } });
    expect(data).toEqual({ isEnabled: false, url: `http://localhost:4300/api/mcp/${off.id}` });
    expect((await ask(key, {}, off)).status).toBe(404);
    expect((await ask(key)).status).toBe(200);
    const nobody = await ask(null);
    expect([nobody.status, nobody.headers.get("www-authenticate")]).toEqual([
      401,
      'Bearer realm="Pilothouse"',
    ]);
    expect((await ask("ph_unknown")).status).toBe(401);
    const limited = await makeApiKey(talk, scopes, { agentIds: [off.id] });
    expect((await ask(limited)).status).toBe(404);
    expect((await ask(await makeApiKey(talk, ["agents.read"]))).status).toBe(403);
    const reader = await ask(await makeApiKey(talk, ["knowledge.read"]));
    expect(await reader.text()).not.toContain("start_conversation");
    expect((await ask(key, { host: "evil.example" })).status).toBe(403);
    expect((await ask(key, { origin: "https://evil.example" })).status).toBe(403);
    const paused = { data: { status: "paused" as const } };
    await team().call(updateAgentStatus, { params: { productId: agent.id }, body: paused });
    expect((await ask(key)).status).toBe(404);
  });
});
