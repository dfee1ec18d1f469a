import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { decideAction } from "../../../shared/contract/conversations/actions/actions.ts";
import { listVisitorMessages } from "../../../shared/contract/conversations/conversations.ts";
import type { Message } from "../../../shared/contract/conversations/conversations.ts";
import {
  createMcpServer,
  listMcpRuns,
  listMcpTools,
  refreshMcpServer,
  updateMcpTool,
} from "../../../shared/contract/mcps/mcps.ts";
import type { SkillRisk } from "../../../shared/domain/skills.ts";
import { bookshopKey, reserveBook, startBookshop, startEverything } from "../../kit/actions/mcpServers.ts";
import type { Bookshop } from "../../kit/actions/mcpServers.ts";
import { listen, say, startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer, TestVisitor } from "../../kit/conversations/threads/talks.ts";
import { stores } from "../../kit/database/stores.ts";
import { callTools, say as answerWith } from "../../kit/models/modelProvider.ts";

describe.each(stores())("Tools of MCP servers that ask visitors on $name", (store) => {
  let talk: TalkingServer;
  let shop: Bookshop;
  beforeAll(async () => {
    talk = await startTalkingServer(store, { egressAllow: ["127.0.0.0/8"] });
  });
  beforeEach(async () => {
    shop = await startBookshop();
    shop.tools.push(reserveBook());
  });
  afterEach(() => shop.stop());

  const team = () => talk.server.as(talk.owner);

  async function useTool(agent: Agent, url: string, [name, risk]: [string, SkillRisk]): Promise<string> {
    const params = { productId: agent.id };
    const data = { name: "Shop", url, auth: { type: "bearer" as const }, secret: bookshopKey };
    const { data: added } = await team().call(createMcpServer, { params, body: { data } });
    const of = { params: { ...params, mcpId: added.id } };
    await team().call(refreshMcpServer, of);
    const { items } = await team().call(listMcpTools, { ...of, query: { limit: "100" } });
    const tool = items.find((one) => one.name === name);
    if (!tool) throw new Error(`There is no tool ${name}.`);
    const change = { isEnabled: true, risk, looked: tool.fingerprint };
    const at = { params: { ...of.params, toolId: tool.id } };
    await team().call(updateMcpTool, { ...at, body: { data: change } });
    return added.id;
  }

  async function lastOf(visitor: TestVisitor, threadId: string): Promise<Message[]> {
    const params = { productId: visitor.agentId, threadId };
    return (await talk.server.as(visitor).call(listVisitorMessages, { params })).items;
  }

  function decide(visitor: TestVisitor, place: { threadId: string; actionId: string }) {
    const params = { productId: visitor.agentId, ...place };
    return (decision: "confirm" | "decline", values: Record<string, string | boolean> = {}) =>
      talk.server.as(visitor).send(decideAction, { params, body: { data: { decision, values } } });
  }

  it("draw their form below the answer, continue with the input, and are logged", async () => {
    const agent = await talk.createAgent();
    const mcpId = await useTool(agent, shop.url, ["reserve_book", "read"]);
    const provider = await talk.useProvider();
    provider.script(
      callTools("chat", [{ name: "Shop__reserve_book", input: '{"title":"Emma"}' }]),
      answerWith("chat", ["Please fill this in."]),
      answerWith("chat", ["It is reserved."]),
    );
    const visitor = await talk.openVisitor(agent);
    const { end, threadId } = await listen(say(talk.server, visitor, { content: "Reserve Emma for me" }));
    const card = end?.actions?.[0];
    expect(card).toMatchObject({
      ...{ state: "waiting", by: "visitor", note: "Who fetches it, and where?" },
      fields: [
        { label: "Your name", type: "text", validations: { required: true } },
        { label: "Shop", type: "choice", options: ["North gate", "South gate"] },
      ],
    });
    const answer = decide(visitor, { threadId, actionId: card?.id ?? "" });
    const [nameId = "", shopId = ""] = card?.fields.map(({ id }) => id) ?? [];
    expect((await answer("confirm", { [nameId]: "Ada" })).status).toBe(400);
    const values = { [nameId]: "Ada", [shopId]: "South gate" };
    const answers = await Promise.all([answer("confirm", values), answer("confirm", values)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await vi.waitFor(async () => {
      const messages = await lastOf(visitor, threadId);
      expect(messages.at(-1)).toMatchObject({ content: "It is reserved.", status: "sent" });
      expect(messages.find(({ id }) => id === end?.id)?.actions?.[0]).toMatchObject({
        state: "done",
        values: [
          { label: "Title", value: "Emma" },
          { label: "Your name", value: "Ada" },
          { label: "Shop", value: "South gate" },
        ],
      });
    });
    expect(shop.calls).toHaveLength(2);
    expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain("Reserved “Emma” for Ada in south.");
    const { items } = await team().call(listMcpRuns, { params: { productId: agent.id, mcpId }, query: {} });
    expect(items).toMatchObject([{ state: "done", title: "Reserve a book", inputs: { title: "Emma" } }]);
  });

  it("are not kept where the question is longer than a form", async () => {
    const agent = await talk.createAgent();
    const long = reserveBook();
    shop.tools.push({
      ...long,
      name: "reserve_long",
      run: () => ({ message: "a".repeat(100_000), ask: { name: { type: "string", title: "Your name" } } }),
    });
    await useTool(agent, shop.url, ["reserve_long", "read"]);
    const provider = await talk.useProvider();
    provider.script(
      callTools("chat", [{ name: "Shop__reserve_long", input: '{"title":"Emma"}' }]),
      answerWith("chat", ["That did not work."]),
    );
    const visitor = await talk.openVisitor(agent);
    const { end } = await listen(say(talk.server, visitor, { content: "Reserve Emma for me" }));
    expect([end?.content, end?.actions ?? []]).toEqual(["That did not work.", []]);
  });

  it("are told that the visitor declined", async () => {
    const agent = await talk.createAgent();
    await useTool(agent, shop.url, ["reserve_book", "write"]);
    const provider = await talk.useProvider();
    provider.script(
      callTools("chat", [{ name: "Shop__reserve_book", input: '{"title":"Emma"}' }]),
      answerWith("chat", ["Please confirm."]),
      answerWith("chat", ["Then not."]),
    );
    const visitor = await talk.openVisitor(agent);
    const { end, threadId } = await listen(say(talk.server, visitor, { content: "Reserve Emma for me" }));
    const actionId = end?.actions?.[0]?.id ?? "";
    const answer = decide(visitor, { threadId, actionId });
    expect((await answer("confirm")).status).toBe(200);
    // The same card asks on, after its run was interrupted.
    await vi.waitFor(async () => {
      const shown = (await lastOf(visitor, threadId)).find(({ id }) => id === end?.id);
      expect(shown?.actions?.[0]).toMatchObject({ state: "waiting", note: "Who fetches it, and where?" });
    });
    // The job that asked is not over in every process yet.
    const jobs = talk.server.store.db;
    await vi.waitFor(async () => {
      const { numUpdatedRows } = await jobs
        .updateTable("jobs")
        .set({ state: "running", leaseUntil: Number.MAX_SAFE_INTEGER, owner: "elsewhere" })
        .where("kind", "=", "conversations.runAction")
        .where("key", "like", `${actionId}%`)
        .where("state", "=", "done")
        .executeTakeFirst();
      expect(numUpdatedRows).toBe(1n);
    });
    expect((await answer("decline")).status).toBe(200);
    await vi.waitFor(async () => {
      expect((await lastOf(visitor, threadId)).at(-1)).toMatchObject({ content: "Then not." });
    });
    expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain("was not reserved");
  });

  it("of the earlier protocol are called again with the answer", async () => {
    const everything = await startEverything();
    const agent = await talk.createAgent();
    await useTool(agent, everything.url, ["trigger-elicitation-request", "read"]);
    const provider = await talk.useProvider();
    provider.script(
      callTools("chat", [{ name: "Shop__trigger-elicitation-request", input: "{}" }]),
      answerWith("chat", ["Please fill this in."]),
      answerWith("chat", ["Thanks."]),
    );
    const visitor = await talk.openVisitor(agent);
    const { end, threadId } = await listen(say(talk.server, visitor, { content: "Ask me" }));
    const card = end?.actions?.[0];
    const name = card?.fields.find(({ description }) => description.startsWith("Your full"));
    const answer = decide(visitor, { threadId, actionId: card?.id ?? "" });
    expect((await answer("confirm", { [name?.id ?? ""]: "Ada Lovelace" })).status).toBe(200);
    await vi.waitFor(async () => {
      expect((await lastOf(visitor, threadId)).at(-1)).toMatchObject({ content: "Thanks." });
    });
    expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain("Ada Lovelace");
    await everything.stop();
  });

  it("are used by the built-in model, which asks for what is missing", async () => {
    const agent = await talk.createAgent("pilothouse-builtin");
    await useTool(agent, shop.url, ["find_book", "read"]);
    const visitor = await talk.openVisitor(agent);
    const { end, threadId } = await listen(say(talk.server, visitor, { content: "Find a book" }));
    const card = end?.actions?.[0];
    expect(card).toMatchObject({ title: "Find a book", fields: [{ id: "title", label: "Title" }] });
    const answer = decide(visitor, { threadId, actionId: card?.id ?? "" });
    expect((await answer("confirm", { title: "Emma" })).status).toBe(200);
    await vi.waitFor(async () => {
      const last = (await lastOf(visitor, threadId)).at(-1);
      expect(last?.content).toContain("stands on shelf 7");
    });
  });
});
