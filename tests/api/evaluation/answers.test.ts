import { beforeAll, describe, expect, it, vi } from "vitest";
import { publishAgent } from "../../../shared/contract/agents/agents.ts";
import { sendFeedback } from "../../../shared/contract/conversations/conversations.ts";
import {
  closeGap,
  getReproduction,
  listAllGaps,
  listAllTopics,
  listGaps,
  listTopics,
  listTestCases,
  makeTestCase,
  removeTestCase,
} from "../../../shared/contract/evaluation/evaluation.ts";
import { listAuditEntries } from "../../../shared/contract/accounts/audit.ts";
import type { FigureFilterName } from "../../../shared/domain/measures.ts";
import { planRetention } from "../../../server/conversations/threads/retention/retention.ts";
import { createJobs } from "../../../server/jobs/jobs.ts";
import { evaluateAt } from "../../kit/evaluation/evaluation.ts";
import { say as answerWith } from "../../kit/models/modelProvider.ts";
import { stores } from "../../kit/database/stores.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";

/** The server's own queue finds what another one has queued. */
const silent = { publish: () => {}, subscribe: () => () => {} };

describe.each(stores())("evaluating visitors' answers on $name", (store) => {
  let talk: TalkingServer;
  let shop: ReturnType<typeof evaluateAt>;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    shop = evaluateAt(talk);
  });

  it("creates a case and a reproduction file from an inbox answer, with personal data and keys masked", async () => {
    const { agent, params } = await shop.makeShop();
    await shop.change(params, (configuration) => ({
      ...configuration,
      instructions: "Our key is sk-abcdefghijklmnop1234. Mail owner@shop.example for help.",
    }));
    await shop.as().call(publishAgent, { params });
    const visitor = await talk.openVisitor(agent);
    const first = await shop.tell(visitor, "Hello, I am ana@example.com and my number is +47 21 00 00 00");
    const heard = await shop.tell(visitor, "Are returns free?", first.threadId);
    const at = { ...params, threadId: heard.threadId, messageId: heard.end?.id ?? "" };
    const { data: made } = await shop.as().call(makeTestCase, { params: at });
    expect(made).toMatchObject({ question: "Are returns free?", kind: "answer", source: "Returns" });
    expect(made.history.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(made.from).toEqual({ threadId: at.threadId, messageId: at.messageId });
    const { data: file } = await shop.as().call(getReproduction, { params: at });
    expect(file).toMatchObject({ question: "Are returns free?", agentVersion: 3, masked: 3 });
    expect(file.receipt.passages[0]?.text).toContain("60 days");
    const json = JSON.stringify(file);
    for (const secret of [
      "ana@example.com",
      "21 00 00 00",
      "sk-abc",
      "owner@shop",
      talk.owner.organizationId,
      visitor.contactId,
    ])
      expect(json).not.toContain(secret);
  });

  it("creates one case for an answer, no matter how often and by how many at once it is requested", async () => {
    const { agent, params } = await shop.makeShop();
    const heard = await shop.tell(await talk.openVisitor(agent), "Are returns free?");
    const at = { ...params, threadId: heard.threadId, messageId: heard.end?.id ?? "" };
    const make = async () => (await shop.as().call(makeTestCase, { params: at })).data;
    const made = await Promise.all([make(), make(), make()]);
    const { id } = made[0] ?? expect.fail("Nothing was made.");
    expect(made.map((one) => one.id)).toEqual([id, id, id]);
    expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
    const cases = async () => (await shop.as().call(listTestCases, { params })).items.map((one) => one.id);
    expect(await cases()).toEqual([id]);
    const { items } = await shop.as().call(listAuditEntries, {});
    const added = items.filter(
      ({ action, targets }) => action === "Added a test case" && targets["id"] === id,
    );
    expect(added).toHaveLength(1);
    // Taken back, it can be made again.
    await shop.as().call(removeTestCase, { params: { ...params, caseId: id }, query: { confirmed: "true" } });
    const again = await make();
    expect(again).toMatchObject({ isNew: true, question: "Are returns free?" });
    expect(await cases()).toEqual([again.id]);
  });

  it("lists unanswered and badly rated questions, newest or most frequent first, until somebody closes them", async () => {
    const { agent, params } = await shop.makeShop();
    const visitor = await talk.openVisitor(agent);
    const bananas = await shop.tell(visitor, "Do you sell bananas?");
    const asked = await shop.tell(visitor, "do you sell BANANAS");
    const rated = await shop.tell(visitor, "Are returns free?");
    const place = { productId: agent.id, threadId: rated.threadId, messageId: rated.end?.id ?? "" };
    const feedback = { data: { value: -1 as const, reason: "wrong" as const, text: "" } };
    await talk.server.as(visitor).call(sendFeedback, { params: place, body: feedback });
    await shop.tell(visitor, "How long are gift cards valid for, by the way?");
    await shop.tell(visitor, "Hello!");
    const list = async (sort: "newest" | "times" = "newest") =>
      (await shop.as().call(listGaps, { params, query: { sort } })).items;
    const inShort = (items: Awaited<ReturnType<typeof list>>) =>
      items.map(({ question, times, reasons }) => [question, times, reasons]);
    const [fruit, free] = [
      ["do you sell BANANAS", 2, ["not_found"]],
      ["Are returns free?", 1, ["rated_bad"]],
    ];
    expect(inShort(await list())).toEqual([free, fruit]);
    expect(inShort(await list("times"))).toEqual([fruit, free]);
    const topics = await shop.as().call(listTopics, { params });
    expect(topics.questions).toBe(5);
    // The organization has the same, by day and by what its conversations are.
    const org = { orgId: talk.owner.organizationId };
    const all = (query: { [Name in "from" | "to" | FigureFilterName]?: string } = {}) =>
      shop.as().call(listAllGaps, { params: org, query: { sort: "times", ...query } });
    const own = ({ items }: Awaited<ReturnType<typeof all>>) =>
      items.filter(({ agentId }) => agentId === agent.id);
    expect(inShort(own(await all()))).toEqual([fruit, free]);
    const today = new Date(talk.server.clock.now()).toISOString().slice(0, 10);
    expect(inShort(own(await all({ from: today, to: today })))).toEqual([fruit, free]);
    expect((await all({ from: "2020-01-01", to: "2020-01-02" })).items).toEqual([]);
    expect((await all({ model: "gpt-4o" })).items.filter(({ agentId }) => agentId === agent.id)).toEqual([]);
    expect((await all({ language: "xx" })).items).toEqual([]);
    expect((await all({ label: "none" })).items).toEqual([]);
    expect(own(await all({ surface: "widget" })).length).toBe(2);
    await expect(all({ from: "2026-02-02", to: "2026-02-01" })).rejects.toMatchObject({
      code: "invalid_input",
    });
    const allTopics = await shop.as().call(listAllTopics, { params: org, query: {} });
    expect(allTopics.items.map(({ name }) => name)).toContain("do you sell BANANAS");
    expect(topics.items).toMatchObject([
      { name: "do you sell BANANAS", times: 2, unanswered: 2, examples: [{ messageId: asked.end?.id }] },
    ]);
    talk.server.clock.advance(1000);
    await shop.as().call(closeGap, {
      params: { ...params, messageId: bananas.end?.id ?? "" },
      body: { data: { closed: "answered" } },
    });
    expect((await list()).map(({ question }) => question)).toEqual(["Are returns free?"]);
    talk.server.clock.advance(1000);
    await shop.tell(visitor, "Do you sell bananas?");
    expect((await list()).map(({ times }) => times)).toEqual([1, 1]);
  });

  it("finds what visitors asked behind any number of previews", async () => {
    const { agent, params } = await shop.makeShop();
    await shop.tell(await talk.openVisitor(agent), "Do you sell bananas?");
    const { threadId } = await shop.tell(await talk.openVisitor(agent, { preview: true }), "Apples?");
    const { db } = talk.server.store;
    const answer = await db
      .selectFrom("messages")
      .selectAll()
      .where("threadId", "=", threadId)
      .where("role", "=", "assistant")
      .executeTakeFirstOrThrow();
    for (let first = 0; first < 2000; first += 50) {
      const copies = Array.from({ length: 50 }, (_, index) => first + index).map((at) => ({
        ...{ ...answer, id: `${answer.id}-${at}`, position: 100 + at, createdAt: answer.createdAt + 1 },
      }));
      await db.insertInto("messages").values(copies).execute();
    }
    const { items } = await shop.as().call(listGaps, { params });
    expect(items.map(({ question }) => question)).toEqual(["Do you sell bananas?"]);
    expect((await shop.as().call(listTopics, { params })).questions).toBe(1);
  });

  it("asks for 400 days at most, also up to today", async () => {
    const org = { orgId: talk.owner.organizationId };
    const refused = { body: { error: { code: "invalid_input", fields: [{ path: "query.from" }] } } };
    for (const query of [{ from: "2020-01-01" }, { from: "2024-01-01", to: "2026-01-01" }]) {
      await expect(shop.as().call(listAllGaps, { params: org, query })).rejects.toMatchObject(refused);
      await expect(shop.as().call(listAllTopics, { params: org, query })).rejects.toMatchObject(refused);
    }
    const most = { from: "2024-11-27", to: "2025-12-31", timezone: "Europe/Berlin" };
    expect((await shop.as().call(listAllGaps, { params: org, query: most })).items).toEqual([]);
  });

  it("counts a model's answer without a source as a gap, and a greeting as none", async () => {
    const provider = await talk.useProvider();
    const { agent, params } = await shop.makeShop("gpt-4o");
    const visitor = await talk.openVisitor(agent);
    provider.script(answerWith("chat", ["Zeppelins left at noon."]));
    await shop.tell(visitor, "When did zeppelins depart?");
    provider.script(answerWith("chat", ["Hello to you."]));
    await shop.tell(visitor, "Hello!");
    const { items } = await shop.as().call(listGaps, { params });
    expect(items.map(({ question, reasons }) => [question, reasons])).toEqual([
      ["When did zeppelins depart?", ["no_source"]],
    ]);
  });

  it("groups rephrased questions into one gap, and closes all of it", async () => {
    const { agent, params } = await shop.makeShop();
    const visitor = await talk.openVisitor(agent);
    await shop.tell(visitor, "Do you ship bananas to Norway?");
    await shop.tell(visitor, "Do you ship bananas to Sweden?");
    const last = await shop.tell(visitor, "Is shipping bananas to Norway possible with you?");
    const list = async () => (await shop.as().call(listGaps, { params })).items;
    expect(await list()).toMatchObject([
      {
        question: "Is shipping bananas to Norway possible with you?",
        others: ["Do you ship bananas to Norway?"],
        times: 2,
      },
      { question: "Do you ship bananas to Sweden?", others: [], times: 1 },
    ]);
    talk.server.clock.advance(1000);
    await shop.as().call(closeGap, {
      params: { ...params, messageId: last.end?.id ?? "" },
      body: { data: { closed: "dismissed" } },
    });
    expect((await list()).map(({ question }) => question)).toEqual(["Do you ship bananas to Sweden?"]);
  });

  it("keeps nothing of a conversation past its retention", async () => {
    const { agent, params } = await shop.makeShop();
    await shop.change(params, (configuration) => ({ ...configuration, retentionDays: 2 }));
    await shop.as().call(publishAgent, { params });
    await shop.tell(await talk.openVisitor(agent), "Are returns free?");
    const run = await shop.finish(params, { kind: "replay" });
    expect(run.total).toBe(1);
    talk.server.clock.advance(3 * 24 * 60 * 60 * 1000);
    await planRetention({
      store: talk.server.store,
      jobs: createJobs({ store: talk.server.store, bus: silent }),
    });
    await vi.waitUntil(async () => (await shop.countRows("evaluationResults", params.productId)) === 0);
    expect(await shop.countRows("threads", params.productId)).toBe(0);
  });
});
