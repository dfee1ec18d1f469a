import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  EvaluationRun,
  Gap,
  ResultSummary,
  TestCase,
} from "../../../shared/contract/evaluation/evaluation.ts";
import type { Role } from "../../../shared/domain/access.ts";
import { makeAgent, openScreen } from "../../../tests/kit/console/consoleScreen.tsx";
import { agentId, startConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import { comparedRun, testRuns } from "../../state/evaluation/comparedRuns.ts";
import { gaps, openRun, runs, testCases } from "../../state/evaluation/evaluation.ts";
import { closeLive } from "../../state/platform/live.ts";
import { reset } from "../../state/platform/resource.ts";
import { endUndo, undo } from "../../state/shell/undo.ts";
import Tests from "./Tests.tsx";

const at = 1_790_000_000_000;
const testCase: TestCase = {
  ...{
    id: "case-1",
    question: "Are returns free?",
    history: [],
    kind: "answer",
    expected: ["free of charge"],
  },
  ...{
    forbidden: [],
    source: "Returns",
    wrongSource: null,
    from: null,
    createdBy: "Ana",
    createdAt: at,
    updatedAt: at,
  },
  recent: [{ runId: "run-1", resultId: "result-1", verdict: "failed", version: null, at }],
};
const run: EvaluationRun = {
  ...{ id: "run-1", kind: "replay", version: null, publishedVersion: 1, revision: 1, state: "running" },
  ...{ model: "pilothouse-builtin", error: null, total: 3, done: 1, credits: 0, createdBy: "Ana" },
  counts: { passed: 0, failed: 0, better: 0, same: 0, worse: 1 },
  ...{ createdAt: at, endedAt: null },
};
const result: ResultSummary = {
  ...{ id: "result-1", caseId: null, threadId: "thread-1", messageId: "message-1", verdict: "worse" },
  ...{ question: "Do you ship to Norway?", overruled: null, overruledBy: null, ms: 12, credits: 0 },
  reasons: [{ effect: "worse", text: "It no longer finds the answer." }],
};
const gap: Gap = {
  ...{
    question: "Do you sell bananas?",
    others: ["Any bananas for sale?"],
    times: 2,
    reasons: ["not_found"],
    lastAt: at,
  },
  ...{ agentId: "a1", threadId: "thread-1", messageId: "message-1", answer: "I did not find it." },
};

let server: ConsoleServer;

beforeEach(() => {
  server = startConsoleServer();
  server.on("GET agent", { body: { data: makeAgent() } });
  server.on("GET /api/console/v1/org/org-1/models", { body: { items: [] } });
});
afterEach(() => {
  closeLive();
  vi.unstubAllGlobals();
  [testCases, runs, openRun, gaps, testRuns, comparedRun].forEach((resource) => reset<unknown>(resource));
});

describe("the tests of an agent", () => {
  it("begin with an example where there is no case", async () => {
    server.on("GET evaluation/cases", listOf([]));
    open();
    fireEvent.click(await screen.findByRole("button", { name: "Start with an example" }));
    const dialog = within(await screen.findByRole("dialog", { name: "New test case" }));
    expect(dialog.getByLabelText<HTMLSelectElement>("Expected result").value).toBe("not_found");
    server.on("POST evaluation/cases", { body: { data: { ...testCase, recent: [] } } });
    fireEvent.click(dialog.getByRole("button", { name: "Save" }));
    await screen.findByText("Not asked");
    expect(server.sent("POST evaluation/cases")).toMatchObject([
      {
        data: { kind: "not_found", question: expect.stringContaining("weather"), expected: [], source: null },
      },
    ]);
  });

  it("show what is right of each case, and how the newest runs came out", async () => {
    server.on("GET evaluation/cases", listOf([testCase]));
    open();
    const row = within(await screen.findByRole("listitem"));
    row.getByText("Answers · says “free of charge” · cites Returns");
    expect(row.getByRole("link", { name: "Failed: see the answer" }).getAttribute("href")).toContain(
      "view=runs&run=run-1&result=result-1",
    );
  });

  it("refuse a case without a question, and send what was typed by lines", async () => {
    server.on("GET evaluation/cases", listOf([testCase]));
    open("?case=case-1");
    await screen.findByRole("dialog", { name: "Edit the test case" });
    const dialog = () => within(screen.getByRole("dialog"));
    const type = (value: string) =>
      fireEvent.change(dialog().getByLabelText(/^Question/), { target: { value } });
    type(" ");
    fireEvent.click(dialog().getByRole("button", { name: "Save" }));
    await waitFor(() => dialog().getByText("Field is required"));
    type("Is it free?");
    fireEvent.change(dialog().getByLabelText(/^The answer must say/), {
      target: { value: "60 days\n\n 60 days \nfree" },
    });
    server.on("PUT evaluation/cases/case-1", { body: { data: testCase } });
    fireEvent.click(dialog().getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(server.sent("PUT evaluation/cases/case-1")).toMatchObject([
      { data: { question: "Is it free?", expected: ["60 days", "free"], source: "Returns" } },
    ]);
  });

  it("show how far a run is, and end it", async () => {
    server.on("GET evaluation/runs/run-1", { body: { data: run } });
    server.on("GET evaluation/runs/run-1/results", listOf([result]));
    open("?view=runs&run=run-1");
    await screen.findByText("1 of 3 asked");
    screen.getByText("It no longer finds the answer.");
    const cancelled = { ...run, state: "cancelled", endedAt: at };
    server.on("POST evaluation/runs/run-1/cancel", { body: { data: cancelled } });
    server.on("GET evaluation/runs/run-1", { body: { data: cancelled } });
    fireEvent.click(screen.getByRole("button", { name: "Cancel run" }));
    await screen.findByText("Canceled");
    expect(screen.queryByRole("progressbar")).toBeNull();
  });

  it("say why a replay did not begin", async () => {
    server.on("GET evaluation/runs", listOf([]));
    server.on("POST evaluation/runs", {
      status: 409,
      code: "conflict",
      message: "There is nothing to replay.",
    });
    open("?view=runs");
    fireEvent.click(await screen.findByRole("button", { name: "Replay visitors’ questions" }));
    await screen.findByText("There is nothing to replay.");
    expect(server.sent("POST evaluation/runs")).toMatchObject([{ data: { kind: "replay", version: null } }]);
  });

  it("take a gap off the list once its answer is written into the Q&A, and try it at once", async () => {
    server.on("GET evaluation/gaps", listOf([gap]));
    open("?view=gaps");
    await screen.findByText("Asked 2 times", { exact: false });
    fireEvent.click(screen.getByRole("button", { name: "Add answer" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Add an answer" }));
    fireEvent.change(dialog.getByLabelText(/^Answer/), { target: { value: "We do." } });
    server.on("GET datasources", listOf([]));
    server.on("POST datasources", { body: { data: { id: "source-1" } } });
    server.on("GET datasources/source-1", { body: { data: { id: "source-1", agentId, lastRun: null } } });
    server.on("POST playground", { events: answerOf([{ ...cited, title: gap.question }]) });
    server.on("PUT evaluation/gaps/message-1", { body: null });
    fireEvent.click(dialog.getByRole("button", { name: "Add answer" }));
    await screen.findByText("Fixed. The draft uses your answer.");
    expect(server.sent("POST playground")).toMatchObject([
      { data: { question: gap.question, version: "draft", history: [] } },
    ]);
    fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Done" }));
    await screen.findByText("No gaps");
    expect(server.sent("POST datasources")).toMatchObject([
      {
        data: {
          name: "Answers",
          config: { kind: "qa", questions: [{ id: "", question: gap.question, answer: "We do." }] },
        },
      },
    ]);
    expect(server.sent("PUT evaluation/gaps/message-1")).toEqual([{ data: { closed: "answered" } }]);
  });

  it("say where the draft does not answer from what was written, and keep it as a test case", async () => {
    server.on("GET evaluation/gaps", listOf([gap]));
    open("?view=gaps");
    await screen.findByText("Also: “Any bananas for sale?”");
    fireEvent.click(screen.getByRole("button", { name: "Add answer" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Add an answer" }));
    fireEvent.change(dialog.getByLabelText(/^Answer/), { target: { value: "We do." } });
    server.on("GET datasources", listOf([]));
    server.on("POST datasources", { body: { data: { id: "source-1" } } });
    server.on("GET datasources/source-1", { body: { data: { id: "source-1", agentId, lastRun: null } } });
    server.on("POST playground", { events: answerOf([{ ...cited, title: "Fruit" }]) });
    server.on("PUT evaluation/gaps/message-1", { body: null });
    fireEvent.click(dialog.getByRole("button", { name: "Add answer" }));
    await screen.findByText(/doesn’t use it yet/);
    fireEvent.click(screen.getByRole("button", { name: "Make a test case" }));
    const testing = within(await screen.findByRole("dialog", { name: "New test case" }));
    expect(testing.getByLabelText<HTMLInputElement>(/^It must cite/).value).toBe(gap.question);
  });

  it("create a test case from a gap with one click, and open the existing one", async () => {
    server.on("GET evaluation/gaps", listOf([gap]));
    const made = "POST threads/thread-1/messages/message-1/test-case";
    server.on(made, { body: { data: { ...testCase, isNew: true } } });
    open("?view=gaps");
    const choose = async () => {
      fireEvent.click(await screen.findByRole("button", { name: `Actions for ${gap.question}` }));
      fireEvent.click(screen.getByRole("menuitem", { name: "Make a test case", hidden: true }));
    };
    await choose();
    await waitFor(() => expect(undo.offer?.text).toBe("Test case created"));
    expect(screen.queryByRole("dialog")).toBeNull();
    server.on(made, { body: { data: { ...testCase, isNew: false } } });
    await choose();
    const dialog = within(await screen.findByRole("dialog", { name: "Edit the test case" }));
    expect(dialog.getByLabelText<HTMLTextAreaElement>(/^Question/).value).toBe(testCase.question);
    endUndo();
  });

  it("show gaps newest first, or those most asked", async () => {
    server.on("GET evaluation/gaps", listOf([gap]));
    open("?view=gaps");
    fireEvent.click(await screen.findByRole("link", { name: "Most asked" }));
    await waitFor(() =>
      expect(
        server.requests.filter(({ path }) => path === "evaluation/gaps").map(({ query }) => query["sort"]),
      ).toEqual(["newest", "times"]),
    );
  });

  it("hold a run against another one, with what was lost first", async () => {
    const done = { kind: "tests" as const, state: "done" as const, total: 2, done: 2, endedAt: at };
    const counts = (passed: number) => ({ passed, failed: 2 - passed, better: 0, same: 0, worse: 0 });
    const now: EvaluationRun = { ...run, ...done, counts: counts(1) };
    const before: EvaluationRun = { ...now, id: "run-0", version: 1, counts: counts(2) };
    const said = (id: string, caseId: string, verdict: "passed" | "failed"): ResultSummary => ({
      ...{ ...result, id, caseId, verdict, question: `Question ${caseId}`, reasons: [] },
    });
    server.on("GET evaluation/runs", listOf([now, before]));
    server.on("GET evaluation/runs/run-1", { body: { data: now } });
    server.on("GET evaluation/runs/run-0", { body: { data: before } });
    server.on(
      "GET evaluation/runs/run-1/results",
      listOf([said("r1", "a", "passed"), said("r2", "b", "failed")]),
    );
    server.on(
      "GET evaluation/runs/run-0/results",
      listOf([said("r3", "a", "passed"), said("r4", "b", "passed")]),
    );
    open("?view=runs&run=run-1");
    fireEvent.change(await screen.findByLabelText("Compare with"), { target: { value: "run-0" } });
    await screen.findByText("0 cases pass only in this run, 1 only in the other.");
    const rows = screen.getAllByRole("row").slice(1);
    expect(rows.map((row) => within(row).getByRole("rowheader").textContent)).toEqual([
      "Question b",
      "Question a",
    ]);
    const links = within(screen.getByRole("row", { name: /Question b/ })).getAllByRole("link");
    expect(links.map((link) => link.textContent)).toEqual(["Passed", "Failed"]);
    expect(links[0]?.getAttribute("href")).toContain("run=run-0&result=r4");
    expect(screen.queryByRole("list", { name: "Questions of this run" })).toBeNull();
  });

  it("mark what no passage supports in both answers, and keep the focus where the judgement is overruled", async () => {
    const done = { ...run, state: "done", done: 3, endedAt: at };
    const text = "We do. Dogs fly on Sundays.";
    const unsupported = [
      { from: 7, to: text.length, text: text.slice(7), why: "words", missing: ["Sundays"] },
    ];
    const side = { version: 1, text, citations: [], error: null, feedback: null, checks: [] };
    const receipt = { ...receiptOf([passage]), messageId: "message-1", unsupported, credits: 1 };
    const whole = {
      ...result,
      history: [],
      answer: { ...side, receipt },
      before: { ...side, receipt: null },
    };
    server.on("GET evaluation/runs/run-1", { body: { data: done } });
    server.on("GET evaluation/runs/run-1/results", listOf([result]));
    server.on("GET evaluation/runs/run-1/results/result-1", { body: { data: whole } });
    open("?view=runs&run=run-1&result=result-1");
    const now = await screen.findByRole("region", { name: "Now" });
    await within(now).findByText("not in the sources: Sundays");
    within(now).getByText("1 passage was found");
    within(now).getByText(/ · 1 credit$/);
    expect(screen.getByRole("region", { name: "Before" }).querySelector("mark")).toBeNull();
    const overruled = { ...whole, overruled: "better", overruledBy: "Ana" };
    server.on("PUT evaluation/runs/run-1/results/result-1/verdict", { body: { data: overruled } });
    const better = screen.getByRole("button", { name: "Mark as better" });
    act(() => better.focus());
    fireEvent.click(better);
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Mark as same" })),
    );
  });

  it("offer another try where they could not be read", async () => {
    server.on("GET evaluation/cases", { status: 500, code: "internal", message: "It broke." });
    open();
    await screen.findByText("It broke.");
    server.on("GET evaluation/cases", listOf([testCase]));
    fireEvent.click(screen.getByRole("button", { name: /again|Retry/i }));
    await screen.findByText("Are returns free?");
  });

  it("tell members without permission who may see them", async () => {
    server.on("GET evaluation/cases", { status: 403, code: "forbidden" });
    open("", ["support"]);
    await screen.findByText(/Your role doesn’t have access/);
  });
});

function open(query = "", roles: Role[] = ["owner"]) {
  return openScreen({ at: `overview/tests${query}`, route: "overview/tests", screen: Tests, roles });
}

const cited = { number: 1, passageId: "p1", pageId: "g1", url: null, quote: "We do.", position: null };

const passage = {
  passageId: "p1",
  pageId: "g1",
  title: "Help",
  url: null,
  text: "We do.",
  score: 1,
  cited: true,
};

function receiptOf(passages: object[]) {
  return {
    ...{ question: gap.question, rewrittenQuestion: null, passages, model: "m", provider: "p" },
    ...{ fallback: null, tokensIn: null, tokensOut: null, credits: 0, attempts: 1, agentVersion: null },
    ms: { retrieve: 1, firstToken: 1, total: 1 },
  };
}

/** An answer of the draft, as it streams. */
function answerOf(citations: object[]) {
  return [
    { type: "delta", text: "We do [1]." },
    { type: "done", citations, followUps: [], receipt: receiptOf([]) },
  ];
}

function listOf<Item>(items: Item[]) {
  return { body: { items, page: { page: 1, limit: 100, total: items.length } } };
}
