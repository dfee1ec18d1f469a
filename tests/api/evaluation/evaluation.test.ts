import { beforeAll, describe, expect, it } from "vitest";
import { listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import {
  createTestCase,
  getResult,
  getRun,
  listResults,
  listRuns,
  listTestCases,
  overruleResult,
  removeTestCase,
  startRun,
  updateTestCase,
} from "../../../shared/contract/evaluation/evaluation.ts";
import type { NewTestCase } from "../../../shared/contract/evaluation/testCase.ts";
import { maxTestCases } from "../../../shared/domain/testCases.ts";
import { deleteForGood } from "../../kit/agents/deleteForGood.ts";
import { evaluateAt } from "../../kit/evaluation/evaluation.ts";
import { say as answerWith } from "../../kit/models/modelProvider.ts";
import { stores } from "../../kit/database/stores.ts";
import { startTalkingServer } from "../../kit/conversations/threads/talks.ts";
import type { TalkingServer } from "../../kit/conversations/threads/talks.ts";

describe.each(stores())("evaluation on $name", (store) => {
  let talk: TalkingServer;
  let shop: ReturnType<typeof evaluateAt>;
  beforeAll(async () => {
    talk = await startTalkingServer(store);
    shop = evaluateAt(talk);
  });

  it("stores cases, with the result of each in the newest runs", async () => {
    const { params } = await shop.makeShop();
    const free = await shop.addCase(params, {
      question: "Are returns free?",
      expected: ["free of charge"],
      source: "Returns",
    });
    const bananas = await shop.addCase(params, { question: "Do you sell bananas?", kind: "not_found" });
    const wrong = await shop.addCase(params, {
      question: "How long can I return a lamp?",
      expected: ["30 days"],
    });
    const run = await shop.finish(params, { kind: "tests" });
    expect(run).toMatchObject({
      state: "done",
      total: 3,
      done: 3,
      version: null,
      counts: { passed: 2, failed: 1 },
    });
    const { items } = await shop.as().call(listTestCases, { params });
    expect(items.map(({ id, recent }) => [id, recent.map(({ verdict }) => verdict)])).toEqual([
      [wrong.id, ["failed"]],
      [bananas.id, ["passed"]],
      [free.id, ["passed"]],
    ]);
    const results = (await shop.as().call(listResults, { params: { ...params, runId: run.id } })).items;
    expect(results[0]).toMatchObject({
      caseId: wrong.id,
      verdict: "failed",
      reasons: [{ effect: "worse", text: "It does not say “30 days”." }],
    });
    await shop.as().call(updateTestCase, {
      params: { ...params, caseId: wrong.id },
      body: { data: { ...asked(wrong), expected: ["60 days"] } },
    });
    const again = await shop.finish(params, { kind: "tests", caseIds: [wrong.id] });
    expect(again).toMatchObject({ total: 1, counts: { passed: 1, failed: 0 } });
    const [first] = (await shop.as().call(listTestCases, { params })).items;
    expect(first?.recent.map(({ verdict }) => verdict)).toEqual(["passed", "failed"]);
    await shop.as().call(removeTestCase, {
      params: { ...params, caseId: wrong.id },
      query: { confirmed: "true" },
    });
    expect((await shop.as().call(listTestCases, { params })).page.total).toBe(2);
    expect((await shop.as().call(listRuns, { params })).items.map(({ id }) => id)).toEqual([
      again.id,
      run.id,
    ]);
  });

  it("asks with the conversation before the question, and stores answer, citations and receipt", async () => {
    const { params } = await shop.makeShop();
    const history: NewTestCase["history"] = [
      { role: "user", content: "Tell me about gift cards" },
      { role: "assistant", content: "Gladly." },
    ];
    await shop.addCase(params, {
      question: "And how long are they valid?",
      history,
      expected: ["five years"],
    });
    const run = await shop.finish(params, { kind: "tests" });
    expect(run.counts).toMatchObject({ passed: 1 });
    const [row] = (await shop.as().call(listResults, { params: { ...params, runId: run.id } })).items;
    const { data } = await shop.as().call(getResult, {
      params: { ...params, runId: run.id, resultId: row?.id ?? "" },
    });
    expect(data).toMatchObject({ history, before: null, answer: { version: null, error: null } });
    expect(data.answer?.citations[0]?.title).toBe("Gift cards");
    expect(data.answer?.receipt?.rewrittenQuestion).toContain("gift");
  });

  it("asks as the case's audience, which can see restricted data sources", async () => {
    const { params } = await shop.makeShop();
    await shop.addText(params, {
      title: "Wholesale",
      text: "Resellers get a discount of 35 percent.",
      audience: "verified",
    });
    const question = "Which discount do resellers get?";
    const expected = ["35 percent"];
    await shop.addCase(params, { question, expected });
    const signed = await shop.addCase(params, { question, expected, audience: "verified" });
    await shop.addCase(params, { question, expected, audience: "team" });
    await shop.addCase(params, { question, expected, audience: "identified" });
    expect(signed.audience).toBe("verified");
    const run = await shop.finish(params, { kind: "tests" });
    expect(run.counts).toMatchObject({ passed: 2, failed: 2 });
    const { items } = await shop.as().call(listTestCases, { params });
    expect(items.map(({ audience, recent }) => [audience, recent[0]?.verdict])).toEqual([
      ["identified", "failed"],
      ["team", "passed"],
      ["verified", "passed"],
      [undefined, "failed"],
    ]);
  });

  it("asks a published version as it was, or another model, and reports the cost", async () => {
    const { params } = await shop.makeShop();
    await shop.change(params, (configuration) => ({
      ...configuration,
      guardrails: { ...configuration.guardrails, blockedTopics: [{ name: "Returns", words: ["returns"] }] },
    }));
    await shop.addCase(params, { question: "Are returns free?", kind: "declined" });
    expect((await shop.finish(params, { kind: "tests" })).counts).toMatchObject({ passed: 1 });
    const old = await shop.finish(params, { kind: "tests", version: 1 });
    expect(old).toMatchObject({ version: 1, counts: { failed: 1 } });
    await shop.addCase(params, { question: "What is the warranty?", expected: ["ten years"] });
    const provider = await talk.useProvider();
    provider.script(answerWith("chat", ["Ten years."]));
    const paid = await shop.finish(params, { kind: "tests", model: "gpt-4o" });
    expect(paid).toMatchObject({ model: "gpt-4o", counts: { passed: 2 } });
    expect(paid.credits).toBeGreaterThan(0);
    expect(await shop.countRows("creditUse", params.productId)).toBe(0);
  });

  it("shows nothing in the inbox and leaves no conversation", async () => {
    const { params } = await shop.makeShop();
    await shop.addCase(params, { question: "Are returns free?" });
    await shop.finish(params, { kind: "tests" });
    expect((await shop.as().call(listThreads, { params })).items).toEqual([]);
    expect(await shop.countRows("threads", params.productId)).toBe(0);
  });

  it("lets a person overrule a verdict, and undo that", async () => {
    const { params } = await shop.makeShop();
    await shop.addCase(params, { question: "Are returns free?", expected: ["never"] });
    const run = await shop.finish(params, { kind: "tests" });
    const [row] = (await shop.as().call(listResults, { params: { ...params, runId: run.id } })).items;
    const at = { ...params, runId: run.id, resultId: row?.id ?? "" };
    const say = async (verdict: "passed" | "better" | null) =>
      (await shop.as().call(overruleResult, { params: at, body: { data: { verdict } } })).data;
    expect(await say("passed")).toMatchObject({ verdict: "failed", overruled: "passed" });
    expect((await say("passed")).overruledBy).not.toBe(null);
    expect((await shop.as().call(getRun, { params: at })).data.counts).toMatchObject({
      passed: 1,
      failed: 0,
    });
    await expect(say("better")).rejects.toMatchObject({ status: 400 });
    expect(await say(null)).toMatchObject({ overruled: null, overruledBy: null });
  });

  it("explains why there is nothing to run", async () => {
    const { params } = await shop.makeShop();
    const start = (body: { kind: "tests" | "replay"; version?: number; model?: string }) =>
      shop.as().call(startRun, { params, body: { data: body } });
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
    await shop.addCase(params, { question: "Are returns free?" });
    await expect(start({ kind: "tests", version: 99 })).rejects.toMatchObject({ status: 404 });
    await expect(start({ kind: "tests", version: 2 ** 31 })).rejects.toMatchObject({ status: 400 });
  });

  it(`accepts ${maxTestCases} cases for an agent, and no invalid case`, async () => {
    const { params } = await shop.makeShop();
    const good = await shop.addCase(params, { question: "Are returns free?" });
    for (const data of [
      { question: " ", kind: "answer" },
      { question: "x", kind: "answer", expected: ["a".repeat(301)] },
      { question: "x", kind: "answer", history: [{ role: "system", content: "obey" }] },
      { question: "x", kind: "guess" },
    ]) {
      const refused = shop
        .as()
        .call(createTestCase, { params, body: { data: data as unknown as NewTestCase } }); // wrong on purpose
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
    const over = shop.addCase(params, { question: "One more?" });
    await expect(over).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining("at most 200"),
    });
  });

  it("is deleted with its agent", async () => {
    const { params } = await shop.makeShop();
    await shop.addCase(params, { question: "Are returns free?" });
    await shop.finish(params, { kind: "tests" });
    await deleteForGood(shop.as(), params.productId);
    for (const table of ["testCases", "evaluationRuns", "evaluationResults"] as const)
      expect(await shop.countRows(table, params.productId)).toBe(0);
  });

  function asked(testCase: NewTestCase): NewTestCase {
    const { question, history, kind, expected, forbidden, source, wrongSource, from } = testCase;
    return { question, history, kind, expected, forbidden, source, wrongSource, from };
  }
});
