import { beforeAll, describe, expect, it, vi } from "vitest";
import { getAgent, publishAgent, removeAgent, updateAgent } from "../../shared/contract/agents.ts";
import type { Agent, AgentConfiguration } from "../../shared/contract/agents.ts";
import { sendFeedback } from "../../shared/contract/conversations.ts";
import { restoreAgent } from "../../shared/contract/deletedAgents.ts";
import { listThreads } from "../../shared/contract/threads.ts";
import {
  cancelRun,
  closeGap,
  createTestCase,
  getReproduction,
  getResult,
  getRun,
  listGaps,
  listResults,
  listRuns,
  listTestCases,
  makeTestCase,
  overruleResult,
  removeTestCase,
  startRun,
  updateTestCase,
} from "../../shared/contract/evaluation.ts";
import { getReplayForecast } from "../../shared/contract/replay.ts";
import { listAuditEntries } from "../../shared/contract/audit.ts";
import type { NewTestCase } from "../../shared/contract/testCase.ts";
import { createDataSource, getDataSource } from "../../shared/contract/knowledge.ts";
import type { SourceAudience } from "../../shared/domain/sourceAudience.ts";
import { maxTestCases } from "../../shared/domain/testCases.ts";
import { planRetention } from "../../server/conversations/retention/retention.ts";
import { createJobs } from "../../server/jobs/jobs.ts";
import { deleteForGood } from "../kit/deleteForGood.ts";
import { holdReply, say as answerWith } from "../kit/modelProvider.ts";
import { stores } from "../kit/stores.ts";
import { listen, say, startTalkingServer } from "../kit/talks.ts";
import type { TalkingServer, TestVisitor } from "../kit/talks.ts";

/** The server's own queue finds what another one has queued. */
const silent = { publish: () => {}, subscribe: () => () => {} };
const returns = "You can return a lamp within 60 days. Returns are free of charge.";
const gift = "Gift cards are valid for five years. A gift card can be used in every shop.";

describe.each(stores())("evaluation on $name", (store) => {
  let talk: TalkingServer;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
  });

  it("keeps cases, and what the newest runs said of each", async () => {
    const { params } = await makeShop();
    const free = await addCase(params, {
      question: "Are returns free?",
      expected: ["free of charge"],
      source: "Returns",
    });
    const bananas = await addCase(params, { question: "Do you sell bananas?", kind: "not_found" });
    const wrong = await addCase(params, { question: "How long can I return a lamp?", expected: ["30 days"] });
    const run = await finish(params, { kind: "tests" });
    expect(run).toMatchObject({
      state: "done",
      total: 3,
      done: 3,
      version: null,
      counts: { passed: 2, failed: 1 },
    });
    const { items } = await as().call(listTestCases, { params });
    expect(items.map(({ id, recent }) => [id, recent.map(({ verdict }) => verdict)])).toEqual([
      [wrong.id, ["failed"]],
      [bananas.id, ["passed"]],
      [free.id, ["passed"]],
    ]);
    const results = (await as().call(listResults, { params: { ...params, runId: run.id } })).items;
    expect(results[0]).toMatchObject({
      caseId: wrong.id,
      verdict: "failed",
      reasons: [{ effect: "worse", text: "It does not say “30 days”." }],
    });
    await as().call(updateTestCase, {
      params: { ...params, caseId: wrong.id },
      body: { data: { ...asked(wrong), expected: ["60 days"] } },
    });
    const again = await finish(params, { kind: "tests", caseIds: [wrong.id] });
    expect(again).toMatchObject({ total: 1, counts: { passed: 1, failed: 0 } });
    const [first] = (await as().call(listTestCases, { params })).items;
    expect(first?.recent.map(({ verdict }) => verdict)).toEqual(["passed", "failed"]);
    await as().call(removeTestCase, {
      params: { ...params, caseId: wrong.id },
      query: { confirmed: "true" },
    });
    expect((await as().call(listTestCases, { params })).page.total).toBe(2);
    expect((await as().call(listRuns, { params })).items.map(({ id }) => id)).toEqual([again.id, run.id]);
  });

  it("asks with the conversation before the question, and keeps answer, citations and receipt", async () => {
    const { params } = await makeShop();
    const history: NewTestCase["history"] = [
      { role: "user", content: "Tell me about gift cards" },
      { role: "assistant", content: "Gladly." },
    ];
    await addCase(params, { question: "And how long are they valid?", history, expected: ["five years"] });
    const run = await finish(params, { kind: "tests" });
    expect(run.counts).toMatchObject({ passed: 1 });
    const [row] = (await as().call(listResults, { params: { ...params, runId: run.id } })).items;
    const { data } = await as().call(getResult, {
      params: { ...params, runId: run.id, resultId: row?.id ?? "" },
    });
    expect(data).toMatchObject({ history, before: null, answer: { version: null, error: null } });
    expect(data.answer?.citations[0]?.title).toBe("Gift cards");
    expect(data.answer?.receipt?.rewrittenQuestion).toContain("gift");
  });

  it("asks as whom a case says, who alone may be answered from some data sources", async () => {
    const { params } = await makeShop();
    await addText(params, "Wholesale", "Resellers get a discount of 35 percent.", "verified");
    const question = "Which discount do resellers get?";
    const expected = ["35 percent"];
    await addCase(params, { question, expected });
    const signed = await addCase(params, { question, expected, audience: "verified" });
    await addCase(params, { question, expected, audience: "team" });
    await addCase(params, { question, expected, audience: "identified" });
    expect(signed.audience).toBe("verified");
    const run = await finish(params, { kind: "tests" });
    expect(run.counts).toMatchObject({ passed: 2, failed: 2 });
    const { items } = await as().call(listTestCases, { params });
    expect(items.map(({ audience, recent }) => [audience, recent[0]?.verdict])).toEqual([
      ["identified", "failed"],
      ["team", "passed"],
      ["verified", "passed"],
      [undefined, "failed"],
    ]);
  });

  it("asks a published version as it was, or another model, and tells what it cost", async () => {
    const { params } = await makeShop();
    await change(params, (configuration) => ({
      ...configuration,
      guardrails: { ...configuration.guardrails, blockedTopics: [{ name: "Returns", words: ["returns"] }] },
    }));
    await addCase(params, { question: "Are returns free?", kind: "declined" });
    expect((await finish(params, { kind: "tests" })).counts).toMatchObject({ passed: 1 });
    const old = await finish(params, { kind: "tests", version: 1 });
    expect(old).toMatchObject({ version: 1, counts: { failed: 1 } });
    await addCase(params, { question: "What is the warranty?", expected: ["ten years"] });
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", ["Ten years."]));
    const paid = await finish(params, { kind: "tests", model: "gpt-4o" });
    expect(paid).toMatchObject({ model: "gpt-4o", counts: { passed: 2 } });
    expect(paid.credits).toBeGreaterThan(0);
    expect(await countRows("creditUse", params.productId)).toBe(0);
  });

  it("shows nothing in the inbox and leaves no conversation", async () => {
    const { params } = await makeShop();
    await addCase(params, { question: "Are returns free?" });
    await finish(params, { kind: "tests" });
    expect((await as().call(listThreads, { params })).items).toEqual([]);
    expect(await countRows("threads", params.productId)).toBe(0);
  });

  it("replays what visitors asked, once each, and the cases against the published version", async () => {
    const { agent, params } = await makeShop();
    const visitor = await talk.openVisitor(agent);
    await tell(visitor, "How long are gift cards valid for, by the way?");
    await tell(await talk.openVisitor(agent), "how long are gift cards valid for, by the way??");
    await tell(visitor, "Do you sell bananas?");
    await tell(await talk.openVisitor(agent, { preview: true }), "Are previews replayed?");
    await addCase(params, { question: "Are returns free?", expected: ["free of charge"] });
    await addText(params, "Fruit", "We sell bananas. Bananas are sold by the kilo for 3 euros.");
    await change(params, (configuration) => ({
      ...configuration,
      guardrails: { ...configuration.guardrails, blockedTopics: [{ name: "Returns", words: ["returns"] }] },
    }));
    const run = await finish(params, { kind: "replay" });
    expect(run).toMatchObject({ total: 3, counts: { better: 1, same: 1, worse: 1 } });
    const { items } = await as().call(listResults, { params: { ...params, runId: run.id } });
    expect(items.map(({ verdict, question, reasons }) => [verdict, question, reasons[0]?.text])).toEqual([
      ["worse", "Are returns free?", "It should answer, but it declines."],
      ["better", "Do you sell bananas?", "It found an answer; before it had none."],
      ["same", expect.stringContaining("gift cards"), "It says the same."],
    ]);
    const at = { ...params, runId: run.id, resultId: items[1]?.id ?? "" };
    const { data } = await as().call(getResult, { params: at });
    expect(data.before?.text).toContain("did not find");
    expect(data.answer?.text).toContain("3 euros");
    expect(data.before?.version).toBe(2);
  });

  it("lets a person overrule a verdict, and take that back", async () => {
    const { params } = await makeShop();
    await addCase(params, { question: "Are returns free?", expected: ["never"] });
    const run = await finish(params, { kind: "tests" });
    const [row] = (await as().call(listResults, { params: { ...params, runId: run.id } })).items;
    const at = { ...params, runId: run.id, resultId: row?.id ?? "" };
    const say = async (verdict: "passed" | "better" | null) =>
      (await as().call(overruleResult, { params: at, body: { data: { verdict } } })).data;
    expect(await say("passed")).toMatchObject({ verdict: "failed", overruled: "passed" });
    expect((await say("passed")).overruledBy).not.toBe(null);
    expect((await as().call(getRun, { params: at })).data.counts).toMatchObject({ passed: 1, failed: 0 });
    await expect(say("better")).rejects.toMatchObject({ status: 400 });
    expect(await say(null)).toMatchObject({ overruled: null, overruledBy: null });
  });

  it("is one run at a time; a cancelled one keeps what was answered, and asks nothing more", async () => {
    const { params } = await makeShop("gpt-4o");
    const provider = await talk.useProvider();
    const held = holdReply();
    provider.script(answerWith("chat", ["Yes."]), held.reply);
    for (let number = 0; number < 6; number += 1) await addCase(params, { question: `Question ${number}?` });
    const { data: run } = await as().call(startRun, { params, body: { data: { kind: "tests" } } });
    await held.asked;
    const at = { ...params, runId: run.id };
    await vi.waitUntil(async () => (await as().call(getRun, { params: at })).data.done === 1);
    const other = as().call(startRun, { params, body: { data: { kind: "tests" } } });
    await expect(other).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("goes on already"),
    });
    await as().call(cancelRun, { params: at });
    const ended = await settled(params, run.id);
    expect(ended).toMatchObject({ state: "cancelled", done: 1, total: 6 });
    await provider.closedEarly;
    expect((await as().call(cancelRun, { params: at })).data.state).toBe("cancelled");
  });

  it("asks nothing more once its agent is deleted", async () => {
    const { params } = await makeShop("gpt-4o");
    const provider = await talk.useProvider();
    const held = holdReply();
    provider.script(held.reply);
    for (const question of ["Are returns free?", "Is it open?"]) await addCase(params, { question });
    const { data: run } = await as().call(startRun, { params, body: { data: { kind: "tests" } } });
    await held.asked;
    await as().call(removeAgent, { params, query: { confirmed: "true" } });
    await provider.closedEarly;
    await as().call(restoreAgent, { params: { deletedId: params.productId } });
    expect(await settled(params, run.id)).toMatchObject({ state: "cancelled", done: 0, total: 2 });
  });

  it("goes on after its process died with what was not asked yet", async () => {
    const { params } = await makeShop();
    for (const question of ["Are returns free?", "How long are gift cards valid?"])
      await addCase(params, { question });
    const run = await finish(params, { kind: "tests" });
    // As a process leaves it that dies after the first of two answers.
    const { db } = talk.server.store;
    await db
      .updateTable("evaluationResults")
      .set({ verdict: null, answer: null })
      .where("runId", "=", run.id)
      .where("position", "=", 1)
      .execute();
    const kept = await readAnswer(run.id, 0);
    await db
      .updateTable("evaluationRuns")
      .set({ state: "running", endedAt: null })
      .where("id", "=", run.id)
      .execute();
    await db
      .updateTable("jobs")
      .set({ state: "running", owner: "dead", leaseUntil: 1, endedAt: null })
      .where("key", "=", run.id)
      .execute();
    const ended = await settled(params, run.id);
    expect(ended).toMatchObject({ state: "done", done: 2 });
    expect(await readAnswer(run.id, 0)).toBe(kept);
    expect(await readAnswer(run.id, 1)).not.toBe(null);
  });

  it("takes a fault of the model for the result of that question alone", async () => {
    const { params } = await makeShop("gpt-4o");
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", ["Half an"], { reason: null }), answerWith("chat", ["Whole."]));
    await addCase(params, { question: "One?" });
    await addCase(params, { question: "Two?" });
    const run = await finish(params, { kind: "tests" });
    expect(run).toMatchObject({ state: "done", counts: { passed: 1, failed: 1 } });
    const [row] = (await as().call(listResults, { params: { ...params, runId: run.id } })).items;
    expect(row?.reasons[0]?.text).toContain("The answer is not whole");
  });

  it("says why there is nothing to run", async () => {
    const { params } = await makeShop();
    const start = (body: { kind: "tests" | "replay"; version?: number; model?: string }) =>
      as().call(startRun, { params, body: { data: body } });
    await expect(start({ kind: "tests" })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("test case"),
    });
    await expect(start({ kind: "replay" })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("no visitor"),
    });
    await expect(start({ kind: "tests", model: "nothing-5" })).rejects.toMatchObject({ status: 400 });
    await expect(start({ kind: "replay", version: 1 })).rejects.toMatchObject({ status: 400 });
    await addCase(params, { question: "Are returns free?" });
    await expect(start({ kind: "tests", version: 99 })).rejects.toMatchObject({ status: 404 });
  });

  it("makes a case and a reproduction file from an answer in the inbox, with personal data and keys as marks", async () => {
    const { agent, params } = await makeShop();
    await change(params, (configuration) => ({
      ...configuration,
      instructions: "Our key is sk-abcdefghijklmnop1234. Mail owner@shop.example for help.",
    }));
    await as().call(publishAgent, { params });
    const visitor = await talk.openVisitor(agent);
    const first = await tell(visitor, "Hello, I am ana@example.com and my number is +47 21 00 00 00");
    const heard = await tell(visitor, "Are returns free?", first.threadId);
    const at = { ...params, threadId: heard.threadId, messageId: heard.end?.id ?? "" };
    const { data: made } = await as().call(makeTestCase, { params: at });
    expect(made).toMatchObject({ question: "Are returns free?", kind: "answer", source: "Returns" });
    expect(made.history.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(made.from).toEqual({ threadId: at.threadId, messageId: at.messageId });
    const { data: file } = await as().call(getReproduction, { params: at });
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

  it("makes one case of an answer, however often and by how many at once it is asked for", async () => {
    const { agent, params } = await makeShop();
    const heard = await tell(await talk.openVisitor(agent), "Are returns free?");
    const at = { ...params, threadId: heard.threadId, messageId: heard.end?.id ?? "" };
    const make = async () => (await as().call(makeTestCase, { params: at })).data;
    const made = await Promise.all([make(), make(), make()]);
    const { id } = made[0] ?? expect.fail("Nothing was made.");
    expect(made.map((one) => one.id)).toEqual([id, id, id]);
    expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
    const cases = async () => (await as().call(listTestCases, { params })).items.map((one) => one.id);
    expect(await cases()).toEqual([id]);
    const { items } = await as().call(listAuditEntries, {});
    const added = items.filter(
      ({ action, targets }) => action === "Added a test case" && targets["id"] === id,
    );
    expect(added).toHaveLength(1);
    // Taken back, it can be made anew.
    await as().call(removeTestCase, { params: { ...params, caseId: id }, query: { confirmed: "true" } });
    const again = await make();
    expect(again).toMatchObject({ isNew: true, question: "Are returns free?" });
    expect(await cases()).toEqual([again.id]);
  });

  it("keeps the newest runs of each kind: replays push no tests out", async () => {
    const { params } = await makeShop();
    await addCase(params, { question: "Are returns free?" });
    const first = await finish(params, { kind: "tests" });
    const { db } = talk.server.store;
    const row = await db
      .selectFrom("evaluationRuns")
      .selectAll()
      .where("id", "=", first.id)
      .executeTakeFirstOrThrow();
    const older = (kind: "tests" | "replay", length: number) =>
      Array.from({ length }, (_, index) => ({ ...row, kind, id: `0-${row.id}-${kind}-${index}` }));
    await db
      .insertInto("evaluationRuns")
      .values([...older("tests", 39), ...older("replay", 12)])
      .execute();
    const count = async (kind: "tests" | "replay") =>
      (await as().call(listRuns, { params, query: { kind } })).page.total;
    const replay = await finish(params, { kind: "replay" });
    expect([await count("tests"), await count("replay")]).toEqual([40, 10]);
    expect((await as().call(getRun, { params: { ...params, runId: replay.id } })).data.state).toBe("done");
    await finish(params, { kind: "tests" });
    expect([await count("tests"), await count("replay")]).toEqual([40, 10]);
  });

  it("says before a replay what it would ask, and costs what it said", async () => {
    const { agent, params } = await makeShop();
    const forecast = async () => (await as().call(getReplayForecast, { params })).data;
    expect(await forecast()).toEqual({ visitors: 0, cases: 0, credits: 0, asksProvider: false });
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await tell(visitor, "Are returns free?");
    await tell(visitor, "And how long are they possible?", threadId);
    await addCase(params, { question: "Do you sell bananas?", kind: "not_found" });
    await addCase(params, { question: "Do you sell weapons?", kind: "declined" });
    expect(await forecast()).toEqual({ visitors: 2, cases: 2, credits: 0, asksProvider: false });
    await change(params, (configuration) => ({
      ...{ ...configuration, model: "gpt-4o", rewriting: "model" },
      guardrails: { ...configuration.guardrails, blockedTopics: [{ name: "Weapons", words: ["weapons"] }] },
    }));
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", ["Yes."]));
    // Two questions and a case by the draft's model, which rewrites the second question as well; one is declined.
    expect((await forecast()).credits).toBe(20);
    expect((await finish(params, { kind: "replay" })).credits).toBe(20);
    await as().call(publishAgent, { params });
    // The case is asked of the public version too.
    expect((await forecast()).credits).toBe(25);
    expect((await finish(params, { kind: "replay" })).credits).toBe(25);
  });

  it("lists what was not found or rated bad, newest or most asked first, until somebody closes it", async () => {
    const { agent, params } = await makeShop();
    const visitor = await talk.openVisitor(agent);
    const bananas = await tell(visitor, "Do you sell bananas?");
    await tell(visitor, "do you sell BANANAS");
    const rated = await tell(visitor, "Are returns free?");
    const place = { productId: agent.id, threadId: rated.threadId, messageId: rated.end?.id ?? "" };
    const feedback = { data: { value: -1 as const, reason: "wrong" as const, text: "" } };
    await talk.server.as(visitor).call(sendFeedback, { params: place, body: feedback });
    await tell(visitor, "How long are gift cards valid for, by the way?");
    await tell(visitor, "Hello!");
    const list = async (sort: "newest" | "times" = "newest") =>
      (await as().call(listGaps, { params, query: { sort } })).items;
    const inShort = (items: Awaited<ReturnType<typeof list>>) =>
      items.map(({ question, times, reasons }) => [question, times, reasons]);
    const [fruit, free] = [
      ["do you sell BANANAS", 2, ["not_found"]],
      ["Are returns free?", 1, ["rated_bad"]],
    ];
    expect(inShort(await list())).toEqual([free, fruit]);
    expect(inShort(await list("times"))).toEqual([fruit, free]);
    talk.server.clock.advance(1000);
    await as().call(closeGap, {
      params: { ...params, messageId: bananas.end?.id ?? "" },
      body: { data: { closed: "answered" } },
    });
    expect((await list()).map(({ question }) => question)).toEqual(["Are returns free?"]);
    talk.server.clock.advance(1000);
    await tell(visitor, "Do you sell bananas?");
    expect((await list()).map(({ times }) => times)).toEqual([1, 1]);
  });

  it("takes what a model answered without a source for a gap, and a greeting for none", async () => {
    const provider = await talk.useProvider();
    const { agent, params } = await makeShop("gpt-4o");
    const visitor = await talk.openVisitor(agent);
    provider.script(answerWith("chat", ["Zeppelins left at noon."]));
    await tell(visitor, "When did zeppelins depart?");
    provider.script(answerWith("chat", ["Hello to you."]));
    await tell(visitor, "Hello!");
    const { items } = await as().call(listGaps, { params });
    expect(items.map(({ question, reasons }) => [question, reasons])).toEqual([
      ["When did zeppelins depart?", ["no_source"]],
    ]);
  });

  it("folds what was asked in other words into one gap, and closes all of it", async () => {
    const { agent, params } = await makeShop();
    const visitor = await talk.openVisitor(agent);
    await tell(visitor, "Do you ship bananas to Norway?");
    await tell(visitor, "Do you ship bananas to Sweden?");
    const last = await tell(visitor, "Is shipping bananas to Norway possible with you?");
    const list = async () => (await as().call(listGaps, { params })).items;
    expect(await list()).toMatchObject([
      {
        question: "Is shipping bananas to Norway possible with you?",
        others: ["Do you ship bananas to Norway?"],
        times: 2,
      },
      { question: "Do you ship bananas to Sweden?", others: [], times: 1 },
    ]);
    talk.server.clock.advance(1000);
    await as().call(closeGap, {
      params: { ...params, messageId: last.end?.id ?? "" },
      body: { data: { closed: "dismissed" } },
    });
    expect((await list()).map(({ question }) => question)).toEqual(["Do you ship bananas to Sweden?"]);
  });

  it(`takes ${maxTestCases} cases an agent, and what is no case not at all`, async () => {
    const { params } = await makeShop();
    const good = await addCase(params, { question: "Are returns free?" });
    for (const data of [
      { question: " ", kind: "answer" },
      { question: "x", kind: "answer", expected: ["a".repeat(301)] },
      { question: "x", kind: "answer", history: [{ role: "system", content: "obey" }] },
      { question: "x", kind: "guess" },
    ]) {
      const refused = as().call(createTestCase, { params, body: { data: data as unknown as NewTestCase } }); // wrong on purpose
      await expect(refused).rejects.toMatchObject({ status: 400 });
    }
    const { db } = talk.server.store;
    const row = await db
      .selectFrom("testCases")
      .selectAll()
      .where("id", "=", good.id)
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: maxTestCases - 1 }, (_, index) => ({
      ...row,
      id: `${row.id}-${index}`,
    }));
    await db.insertInto("testCases").values(more).execute();
    const over = addCase(params, { question: "One more?" });
    await expect(over).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("at most 200"),
    });
  });

  it("keeps nothing of a conversation that was kept long enough", async () => {
    const { agent, params } = await makeShop();
    await change(params, (configuration) => ({ ...configuration, retentionDays: 2 }));
    await as().call(publishAgent, { params });
    await tell(await talk.openVisitor(agent), "Are returns free?");
    const run = await finish(params, { kind: "replay" });
    expect(run.total).toBe(1);
    talk.server.clock.advance(3 * 24 * 60 * 60 * 1000);
    await planRetention({
      store: talk.server.store,
      jobs: createJobs({ store: talk.server.store, bus: silent }),
    });
    await vi.waitUntil(async () => (await countRows("evaluationResults", params.productId)) === 0, {
      timeout: 20_000,
    });
    expect(await countRows("threads", params.productId)).toBe(0);
  });

  it("goes with its agent", async () => {
    const { params } = await makeShop();
    await addCase(params, { question: "Are returns free?" });
    await finish(params, { kind: "tests" });
    await deleteForGood(as(), params.productId);
    for (const table of ["testCases", "evaluationRuns", "evaluationResults"] as const)
      expect(await countRows(table, params.productId)).toBe(0);
  });

  type Params = { productId: string };
  const as = () => talk.server.as(talk.owner);

  async function makeShop(model = "pilothouse-builtin"): Promise<{ agent: Agent; params: Params }> {
    const agent = await talk.createAgent(model);
    const params = { productId: agent.id };
    await addText(params, "Returns", returns);
    await addText(params, "Gift cards", gift);
    return { agent, params };
  }

  async function addText(
    params: Params,
    title: string,
    text: string,
    audience: SourceAudience = "everyone",
  ): Promise<void> {
    const body = { data: { name: title, audience, config: { kind: "text" as const, title, text } } };
    const { data } = await as().call(createDataSource, { params, body });
    const at = { ...params, datasourceId: data.id };
    await vi.waitUntil(async () => (await as().call(getDataSource, { params: at })).data.status === "ready", {
      timeout: 20_000,
    });
  }

  async function addCase(params: Params, given: Partial<NewTestCase> & { question: string }) {
    const body = { data: { kind: "answer" as const, ...given } };
    return (await as().call(createTestCase, { params, body })).data;
  }

  function asked(testCase: NewTestCase): NewTestCase {
    const { question, history, kind, expected, forbidden, source, wrongSource, from } = testCase;
    return { question, history, kind, expected, forbidden, source, wrongSource, from };
  }

  async function change(params: Params, edit: (configuration: AgentConfiguration) => AgentConfiguration) {
    const { data } = await as().call(getAgent, { params });
    const body = { data: { revision: data.revision, configuration: edit(data.configuration) } };
    await as().call(updateAgent, { params, body });
  }

  async function finish(
    params: Params,
    wanted: { kind: "tests" | "replay"; version?: number; model?: string; caseIds?: string[] },
  ) {
    const { data } = await as().call(startRun, { params, body: { data: wanted } });
    return settled(params, data.id);
  }

  async function settled(params: Params, runId: string) {
    const read = async () => (await as().call(getRun, { params: { ...params, runId } })).data;
    await vi.waitUntil(async () => (await read()).endedAt !== null, { timeout: 20_000 });
    return read();
  }

  const tell = (visitor: TestVisitor, content: string, threadId?: string) =>
    listen(say(talk.server, visitor, { content, ...(threadId && { threadId }) }));

  async function readAnswer(runId: string, position: number): Promise<string | null> {
    const row = await talk.server.store.db
      .selectFrom("evaluationResults")
      .select("answer")
      .where("runId", "=", runId)
      .where("position", "=", position)
      .executeTakeFirstOrThrow();
    return row.answer;
  }

  async function countRows(
    table: "threads" | "creditUse" | "testCases" | "evaluationRuns" | "evaluationResults",
    agentId: string,
  ): Promise<number> {
    const rows = await talk.server.store.db
      .selectFrom(table)
      .select("agentId")
      .where("agentId", "=", agentId)
      .execute();
    return rows.length;
  }
});
