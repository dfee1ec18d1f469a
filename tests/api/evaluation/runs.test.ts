import { beforeAll, describe, expect, it, vi } from "vitest";
import { publishAgent, removeAgent } from "../../../shared/contract/agents/agents.ts";
import { restoreAgent } from "../../../shared/contract/agents/deletedAgents.ts";
import {
  cancelRun,
  getResult,
  getRun,
  listResults,
  listRuns,
  startRun,
} from "../../../shared/contract/evaluation/evaluation.ts";
import { getReplayForecast } from "../../../shared/contract/evaluation/replay.ts";
import { evaluateAt } from "../../kit/evaluation/evaluation.ts";
import { holdReply, say as answerWith } from "../../kit/models/modelProvider.ts";
import { stores } from "../../kit/database/stores.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";

describe.each(stores())("evaluation runs on $name", (store) => {
  let talk: TalkingServer;
  let shop: ReturnType<typeof evaluateAt>;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    shop = evaluateAt(talk);
  });

  it("replay visitors' questions, once each, and the cases against the published version", async () => {
    const { agent, params } = await shop.makeShop();
    const visitor = await talk.openVisitor(agent);
    await shop.tell(visitor, "How long are gift cards valid for, by the way?");
    await shop.tell(await talk.openVisitor(agent), "how long are gift cards valid for, by the way??");
    await shop.tell(visitor, "Do you sell bananas?");
    await shop.tell(await talk.openVisitor(agent, { preview: true }), "Are previews replayed?");
    await shop.addCase(params, { question: "Are returns free?", expected: ["free of charge"] });
    await shop.addText(params, {
      title: "Fruit",
      text: "We sell bananas. Bananas are sold by the kilo for 3 euros.",
    });
    await shop.change(params, (configuration) => ({
      ...configuration,
      guardrails: { ...configuration.guardrails, blockedTopics: [{ name: "Returns", words: ["returns"] }] },
    }));
    const run = await shop.finish(params, { kind: "replay" });
    expect(run).toMatchObject({ total: 3, counts: { better: 1, same: 1, worse: 1 } });
    const { items } = await shop.as().call(listResults, { params: { ...params, runId: run.id } });
    expect(items.map(({ verdict, question, reasons }) => [verdict, question, reasons[0]?.text])).toEqual([
      ["worse", "Are returns free?", "It should answer, but it declines."],
      ["better", "Do you sell bananas?", "It found an answer. Before, it had none."],
      ["same", expect.stringContaining("gift cards"), "It says the same."],
    ]);
    const at = { ...params, runId: run.id, resultId: items[1]?.id ?? "" };
    const { data } = await shop.as().call(getResult, { params: at });
    expect(data.before?.text).toContain("did not find");
    expect(data.answer?.text).toContain("3 euros");
    expect(data.before?.version).toBe(2);
  });

  it("run one at a time, and a canceled one keeps its answers and asks nothing more", async () => {
    const { params } = await shop.makeShop("gpt-4o");
    const provider = await talk.useProvider();
    const held = holdReply();
    provider.script(answerWith("chat", ["Yes."]), held.reply);
    for (let number = 0; number < 6; number += 1)
      await shop.addCase(params, { question: `Question ${number}?` });
    const { data: run } = await shop.as().call(startRun, { params, body: { data: { kind: "tests" } } });
    await held.asked;
    const at = { ...params, runId: run.id };
    await vi.waitUntil(async () => (await shop.as().call(getRun, { params: at })).data.done === 1);
    const other = shop.as().call(startRun, { params, body: { data: { kind: "tests" } } });
    await expect(other).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("goes on already"),
    });
    await shop.as().call(cancelRun, { params: at });
    const ended = await shop.settled(params, run.id);
    expect(ended).toMatchObject({ state: "cancelled", done: 1, total: 6 });
    await provider.closedEarly;
    expect((await shop.as().call(cancelRun, { params: at })).data.state).toBe("cancelled");
  });

  it("stop once their agent is deleted", async () => {
    const { params } = await shop.makeShop("gpt-4o");
    const provider = await talk.useProvider();
    const held = holdReply();
    provider.script(held.reply);
    for (const question of ["Are returns free?", "Is it open?"]) await shop.addCase(params, { question });
    const { data: run } = await shop.as().call(startRun, { params, body: { data: { kind: "tests" } } });
    await held.asked;
    await shop.as().call(removeAgent, { params, query: { confirmed: "true" } });
    await provider.closedEarly;
    await shop.as().call(restoreAgent, { params: { deletedId: params.productId } });
    expect(await shop.settled(params, run.id)).toMatchObject({ state: "cancelled", done: 0, total: 2 });
  });

  it("continue with the remaining questions after their process died", async () => {
    const { params } = await shop.makeShop();
    for (const question of ["Are returns free?", "How long are gift cards valid?"])
      await shop.addCase(params, { question });
    const run = await shop.finish(params, { kind: "tests" });
    // As a process leaves it that dies after the first of two answers.
    const { db } = talk.server.store;
    await db
      .updateTable("evaluationResults")
      .set({ verdict: null, answer: null })
      .where("runId", "=", run.id)
      .where("position", "=", 1)
      .execute();
    const kept = await shop.readAnswer(run.id, 0);
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
    const ended = await shop.settled(params, run.id);
    expect(ended).toMatchObject({ state: "done", done: 2 });
    expect(await shop.readAnswer(run.id, 0)).toBe(kept);
    expect(await shop.readAnswer(run.id, 1)).not.toBe(null);
  });

  it("record a model's failure as the result of that question only", async () => {
    const { params } = await shop.makeShop("gpt-4o");
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", ["Half an"], { reason: null }), answerWith("chat", ["Whole."]));
    await shop.addCase(params, { question: "One?" });
    await shop.addCase(params, { question: "Two?" });
    const run = await shop.finish(params, { kind: "tests" });
    expect(run).toMatchObject({ state: "done", counts: { passed: 1, failed: 1 } });
    const [row] = (await shop.as().call(listResults, { params: { ...params, runId: run.id } })).items;
    expect(row?.reasons[0]?.text).toContain("The answer is incomplete");
  });

  it("keep the newest of each kind, so that replays don't displace tests", async () => {
    const { params } = await shop.makeShop();
    await shop.addCase(params, { question: "Are returns free?" });
    const first = await shop.finish(params, { kind: "tests" });
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
      (await shop.as().call(listRuns, { params, query: { kind } })).page.total;
    const replay = await shop.finish(params, { kind: "replay" });
    expect([await count("tests"), await count("replay")]).toEqual([40, 10]);
    expect((await shop.as().call(getRun, { params: { ...params, runId: replay.id } })).data.state).toBe(
      "done",
    );
    await shop.finish(params, { kind: "tests" });
    expect([await count("tests"), await count("replay")]).toEqual([40, 10]);
  });

  it("forecast a replay's questions and cost, and match the forecast", async () => {
    const { agent, params } = await shop.makeShop();
    const forecast = async () => (await shop.as().call(getReplayForecast, { params })).data;
    expect(await forecast()).toEqual({ visitors: 0, cases: 0, credits: 0, asksProvider: false });
    const visitor = await talk.openVisitor(agent);
    const { threadId } = await shop.tell(visitor, "Are returns free?");
    await shop.tell(visitor, "And how long are they possible?", threadId);
    await shop.addCase(params, { question: "Do you sell bananas?", kind: "not_found" });
    await shop.addCase(params, { question: "Do you sell weapons?", kind: "declined" });
    expect(await forecast()).toEqual({ visitors: 2, cases: 2, credits: 0, asksProvider: false });
    await shop.change(params, (configuration) => ({
      ...{ ...configuration, model: "gpt-4o", rewriting: "model" },
      guardrails: { ...configuration.guardrails, blockedTopics: [{ name: "Weapons", words: ["weapons"] }] },
    }));
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", ["Yes."]));
    // Two questions and a case by the draft's model, which rewrites the second question as well; one is declined.
    expect((await forecast()).credits).toBe(20);
    expect((await shop.finish(params, { kind: "replay" })).credits).toBe(20);
    await shop.as().call(publishAgent, { params });
    // The case is asked of the public version too.
    expect((await forecast()).credits).toBe(25);
    expect((await shop.finish(params, { kind: "replay" })).credits).toBe(25);
  });
});
