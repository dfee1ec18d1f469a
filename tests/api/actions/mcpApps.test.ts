import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import {
  callAppTool,
  decideAction,
  getActionApp,
  getActionAppForTeam,
} from "../../../shared/contract/conversations/actions/actions.ts";
import type { ActionApp } from "../../../shared/contract/conversations/actions/actions.ts";
import { listVisitorMessages } from "../../../shared/contract/conversations/conversations.ts";
import { removeThread } from "../../../shared/contract/conversations/threads/removals.ts";
import { listThreads, updateThread } from "../../../shared/contract/conversations/threads/threads.ts";
import {
  createMcpServer,
  listMcpRuns,
  listMcpTools,
  refreshMcpServer,
  removeMcpServer,
  updateMcpServer,
  updateMcpTool,
} from "../../../shared/contract/mcps/mcps.ts";
import type { McpServer } from "../../../shared/contract/mcps/mcps.ts";
import { maxAppPage } from "../../../shared/domain/mcpApps.ts";
import type { SkillRisk } from "../../../shared/domain/skills.ts";
import { purgePages } from "../../../server/actions/mcp/apps/pages.ts";
import { seatsUri, startAppShop } from "../../kit/actions/appShop.ts";
import type { AppShop } from "../../kit/actions/appShop.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { callTools, say as answerWith } from "../../kit/models/modelProvider.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";

describe.each(bothStores())("apps of MCP servers on $name", (store) => {
  let talk: TalkingServer;
  let shop: AppShop;
  let agent: Agent;
  let visitor: TestVisitor;
  const team = () => talk.server.as(talk.owner);
  beforeAll(async () => {
    talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
  });
  beforeEach(async () => {
    shop = await startAppShop();
    agent = await talk.createAgent();
    visitor = await talk.openVisitor(agent);
  });
  afterEach(() => shop.stop());

  const allOn = {
    ...{ show_seats: "read", list_free: "read", read_takings: "read", reserve_seat: "write" },
  } satisfies Record<string, SkillRisk>;

  /** The agent's server with these tools on, and apps where they are wanted. */
  async function addServer({
    apps = true,
    risks = allOn,
  }: { apps?: boolean; risks?: Partial<Record<string, SkillRisk>> } = {}): Promise<McpServer> {
    const params = { productId: agent.id };
    const draft = { name: "Theatre", url: shop.url, auth: { type: "none" as const } };
    const { data: added } = await team().call(createMcpServer, { params, body: { data: draft } });
    expect(added.apps).toBe(false);
    const own = { ...params, mcpId: added.id };
    if (apps) {
      const data = { ...draft, apps, updatedAt: added.updatedAt };
      await team().call(updateMcpServer, { params: own, body: { data } });
    }
    const { data: server } = await team().call(refreshMcpServer, { params: own });
    const { items } = await team().call(listMcpTools, { params: own });
    for (const { id: toolId, name, fingerprint: looked } of items) {
      const risk = risks[name];
      const data = { isEnabled: risk !== undefined, ...(risk && { risk }), looked };
      await team().call(updateMcpTool, { params: { ...own, toolId }, body: { data } });
    }
    return server;
  }

  /** Has the model show the seats, and gives where the app's card is. */
  async function showSeats() {
    const provider = await talk.useProvider();
    provider.forget();
    provider.script(
      callTools("chat", [{ name: "Theatre__show_seats", input: '{"play":"Hamlet"}' }]),
      answerWith("chat", ["Here they are."]),
    );
    const { end, threadId } = await listen(say(talk.server, visitor, { content: "Which seats are free?" }));
    const cards = end?.actions ?? [];
    const at = { productId: agent.id, threadId, actionId: cards[0]?.id ?? "" };
    return { provider, cards, at };
  }

  const open = async (params: Awaited<ReturnType<typeof showSeats>>["at"]): Promise<ActionApp> =>
    (await talk.server.as(visitor).call(getActionApp, { params })).data;
  const useTool = (
    params: Awaited<ReturnType<typeof showSeats>>["at"],
    name: string,
    given: Record<string, unknown> = {},
  ) => talk.server.as(visitor).send(callAppTool, { params, body: { data: { name, arguments: given } } });
  const told = async (answer: Response) =>
    ((await answer.json()) as { error?: { message: string } }).error?.message;

  it("are off at first: a tool answers as usual, and no app is shown", async () => {
    await addServer({ apps: false });
    const { cards, provider } = await showSeats();
    expect(cards).toEqual([]);
    expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain("Free: A1, A2, B7.");
  });

  it("show a tool's result in a sandboxed page, also after a reload and to the team", async () => {
    shop.pages[seatsUri] = {
      ...{ html: "<p>Seats</p>" },
      ui: {
        csp: {
          connectDomains: ["https://api.theatre.test", "*", "https://x.test; script-src *"],
          resourceDomains: ["https://*.cdn.test", "http://plain.test", "'unsafe-eval'", "https://*.com"],
        },
        prefersBorder: false,
      },
    };
    const server = await addServer();
    const { cards, at, provider } = await showSeats();
    expect(cards).toMatchObject([{ title: "Show seats", state: "done", hasApp: true, by: "team" }]);
    // What is for the app alone the model never learns, and its own tools neither.
    const asked = JSON.stringify(provider.requests.map(({ body }) => body));
    expect(asked).toContain("Theatre__read_takings");
    expect(asked).not.toContain("list_free");
    const { items } = await talk.server.as(visitor).call(listVisitorMessages, { params: at });
    expect(items.at(-1)?.actions).toEqual(cards);
    const app = await open(at);
    expect(app).toMatchObject({
      ...{ hasBorder: false, state: "done", tool: { name: "show_seats" }, input: { play: "Hamlet" } },
      result: { content: [{ type: "text" }], structuredContent: { free: ["A1", "A2", "B7"] } },
    });
    const { data } = await team().call(getActionAppForTeam, { params: at });
    expect(data).toMatchObject({ tool: app.tool, result: app.result });
    const page = await talk.server.request(app.url ?? "");
    expect(await page.text()).toBe("<p>Seats</p>");
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy.split("; ")).toEqual([
      ...["sandbox allow-scripts", "default-src 'none'", "script-src 'unsafe-inline' https://*.cdn.test"],
      ...["style-src 'unsafe-inline' https://*.cdn.test", "img-src data: blob: https://*.cdn.test"],
      ...["font-src data: https://*.cdn.test", "media-src data: blob: https://*.cdn.test"],
      ...[
        "connect-src https://api.theatre.test",
        "frame-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
      ],
      "object-src 'none'",
    ]);
    const changed = (app.url ?? "").replace("?", "0?");
    expect((await talk.server.request(changed)).status).toBe(403);
    talk.server.clock.advance(11 * 60_000);
    expect((await talk.server.request(app.url ?? "")).status).toBe(403);
    const runs = await team().call(listMcpRuns, { params: { productId: agent.id, mcpId: server.id } });
    expect(runs.items[0]?.response?.body).toContain(
      "which reaches https://api.theatre.test, https://*.cdn.test.",
    );
  });

  it("disappear when the server's apps are off or its tool is gone, and return with them", async () => {
    const server = await addServer();
    const { at } = await showSeats();
    const { url } = await open(at);
    const load = async () => (await talk.server.request(url ?? "")).status;
    expect(await load()).toBe(200);
    const params = { productId: agent.id, mcpId: server.id };
    const draft = { name: "Theatre", url: shop.url, auth: { type: "none" as const } };
    let { updatedAt } = server;
    const turn = async (apps: boolean) => {
      const { data } = await team().call(updateMcpServer, {
        params,
        body: { data: { ...draft, apps, updatedAt } },
      });
      ({ updatedAt } = data);
    };
    await turn(false);
    expect([(await open(at)).url, await load()]).toEqual([null, 404]);
    expect((await team().call(getActionAppForTeam, { params: at })).data.url).toBeNull();
    await turn(true);
    expect([(await open(at)).url, await load()]).toEqual([expect.any(String), 200]);
    await team().call(removeMcpServer, { params, query: { confirmed: "true" } });
    expect([(await open(at)).url, await load()]).toEqual([null, 404]);
  });

  it("are closed to other visitors, conversations and runs", async () => {
    await addServer();
    const { at } = await showSeats();
    const other = await talk.openVisitor(agent);
    const theirs = await talk.server.as(other).send(getActionApp, { params: at });
    const theirCall = await talk.server.as(other).send(callAppTool, {
      ...{ params: at, body: { data: { name: "list_free", arguments: {} } } },
    });
    const { threadId } = await listen(say(talk.server, visitor, { content: "Hello again" }));
    const elsewhere = await talk.server.as(visitor).send(getActionApp, { params: { ...at, threadId } });
    expect([theirs.status, theirCall.status, elsewhere.status]).toEqual([404, 404, 404]);
  });

  it("call only enabled app tools of their own server, with valid input", async () => {
    const { reserve_seat: _, ...risks } = allOn;
    await addServer({ risks });
    const { at } = await showSeats();
    shop.calls.length = 0;
    const answer = await useTool(at, "list_free");
    expect(await answer.json()).toMatchObject({
      data: { result: { structuredContent: { free: ["A1", "A2", "B7"] } }, waitsAs: null, message: null },
    });
    const refused = "Apps can't use this tool here.";
    for (const name of ["reserve_seat", "read_takings", "Theatre__list_free", "nobody"]) {
      const answered = await useTool(at, name, { seat: "A1" });
      expect([answered.status, await told(answered)], name).toEqual([409, refused]);
    }
    expect((await useTool(at, "show_seats", { play: 7 })).status).toBe(400);
    expect((await useTool(at, "show_seats", { play: "x".repeat(20_001) })).status).toBe(400);
    expect(shop.calls.map(({ name }) => name)).toEqual(["list_free"]);
    await team().call(updateThread, { params: at, body: { data: { handledBy: "human" } } });
    expect((await useTool(at, "list_free")).status).toBe(409);
    expect(shop.calls).toHaveLength(1);
  });

  it("change something only after the visitor's click, once, and get the result", async () => {
    await addServer();
    const { at, provider } = await showSeats();
    provider.forget();
    shop.calls.length = 0;
    const asked = await useTool(at, "reserve_seat", { seat: "A1" });
    const { data } = (await asked.json()) as { data: { waitsAs: string; message: { actions: unknown[] } } };
    expect(data).toMatchObject({
      result: null,
      message: {
        actions: [
          { hasApp: true },
          { id: data.waitsAs, title: "Reserve a seat", state: "waiting", by: "visitor" },
        ],
      },
    });
    expect(await told(await useTool(at, "reserve_seat", { seat: "A2" }))).toBe(
      "This is already waiting for a decision.",
    );
    expect(shop.calls).toEqual([]);
    const own = { ...at, actionId: data.waitsAs };
    const body = { data: { decision: "confirm" as const, values: {} } };
    await talk.server.as(visitor).call(decideAction, { params: own, body });
    await vi.waitFor(async () => {
      expect(await open(own)).toMatchObject({
        ...{ url: null, state: "done", input: { seat: "A1" } },
        result: { structuredContent: { reserved: "A1" } },
      });
    });
    expect(await told(await useTool(at, "reserve_seat", { seat: "A1" }))).toBe("This is already done.");
    expect(shop.calls).toEqual([{ name: "reserve_seat", input: { seat: "A1" } }]);
    // The app shows it, so that the agent says nothing of it.
    expect(provider.requests).toEqual([]);
  });

  it("store a page once, as long as a conversation shows it", async () => {
    await addServer();
    const first = await showSeats();
    await showSeats();
    const { db } = talk.server.store;
    const count = async () =>
      (await db.selectFrom("mcpAppPages").select("id").where("agentId", "=", agent.id).execute()).length;
    expect(await count()).toBe(1);
    const later = talk.server.clock.now() + 2 * 24 * 60 * 60_000;
    await purgePages({ db }, later);
    expect((await open(first.at)).url).not.toBeNull();
    const { items } = await team().call(listThreads, { params: { productId: agent.id }, query: {} });
    for (const { id: threadId } of items)
      await team().call(removeThread, {
        ...{ params: { productId: agent.id, threadId }, query: { confirmed: "true" } },
      });
    await purgePages({ db }, later);
    expect(await count()).toBe(0);
  });

  it.each([
    ["is too long", { html: "x".repeat(maxAppPage + 1) }],
    ["is no app", { html: "<p>Seats</p>", mimeType: "text/html" }],
    ["is gone", null],
  ])("are left out if their page %s, and the answer continues", async (_, page) => {
    if (page) shop.pages[seatsUri] = page;
    else delete shop.pages[seatsUri];
    const server = await addServer();
    const { cards, provider } = await showSeats();
    expect(cards).toEqual([]);
    expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain("Free: A1, A2, B7.");
    const runs = await team().call(listMcpRuns, { params: { productId: agent.id, mcpId: server.id } });
    expect(runs.items[0]).toMatchObject({ state: "done", error: null });
    expect(runs.items[0]?.response?.body).toContain(`(The app ${seatsUri} was not shown.`);
  });
});
