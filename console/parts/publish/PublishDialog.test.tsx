import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EvaluationRun, ResultSummary } from "../../../shared/contract/evaluation/evaluation.ts";
import type { ReplayForecast } from "../../../shared/contract/evaluation/replay.ts";
import { makeAgent, openScreen } from "../../../tests/kit/console/consoleScreen.tsx";
import { agentId, orgId, startConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import { openResult } from "../../state/evaluation/evaluation.ts";
import { closeNotices, notices, openNotices } from "../../state/notifications/notices.ts";
import { reset } from "../../state/platform/resource.ts";
import { comparison } from "../../state/agents/versions.ts";
import { PublishDialog } from "./PublishDialog.tsx";

const run: EvaluationRun = {
  ...{ id: "run-1", kind: "replay", version: null, publishedVersion: 1, revision: 7, state: "running" },
  ...{ model: "pilothouse-builtin", error: null, total: 3, done: 1, credits: 0, createdBy: "Ana" },
  counts: { passed: 0, failed: 0, better: 0, same: 0, worse: 0 },
  ...{ createdAt: Date.now(), endedAt: null },
};
const counts = { ...run.counts, same: 2, worse: 1 };
const done: EvaluationRun = { ...run, state: "done", done: 3, counts, endedAt: Date.now() };
const worse: ResultSummary = {
  ...{ id: "result-1", caseId: null, threadId: "thread-1", messageId: "message-1", verdict: "worse" },
  ...{ question: "Do you ship to Norway?", overruled: null, overruledBy: null, ms: 12, credits: 0 },
  reasons: [{ effect: "worse", text: "It no longer finds the answer." }],
};
const same: ResultSummary = {
  ...worse,
  ...{ id: "result-2", verdict: "same", question: "Are returns free?" },
  reasons: [{ effect: "note", text: "It says the same." }],
};

let server: ConsoleServer;
const post = "POST evaluation/runs";

beforeEach(() => {
  sessionStorage.clear();
  server = startConsoleServer();
  const changes = [{ area: "behaviour", label: "Instructions", before: "Be kind.", after: "Be brief." }];
  server.on("GET agent", { body: { data: makeAgent({ hasUnpublishedChanges: true }) } });
  server.on("GET versions/1/changes", { body: { data: { revision: 7, changes, pages: null } } });
  server.on("GET evaluation/runs", listOf([]));
  server.on("GET evaluation/runs/run-1", { body: { data: run } });
  server.on("GET evaluation/runs/run-1/results", listOf([worse, same]));
  server.on("GET evaluation/runs/run-1/results/result-1", { body: { data: whole(worse) } });
  server.on("GET evaluation/runs/run-1/results/result-2", { body: { data: whole(same) } });
  server.on(post, { body: { data: run } });
  wouldAsk({ visitors: 2, cases: 1, credits: 0 });
});
afterEach(() => {
  [comparison, openResult].forEach((resource) => reset<unknown>(resource));
  closeNotices();
  vi.unstubAllGlobals();
});

describe("the replay before publishing", () => {
  it("starts automatically if it is free, and opens both answers of a worse case", async () => {
    open();
    const replay = within(await screen.findByRole("region", { name: "Replay" }));
    await replay.findByText("1 of 3 asked");
    expect(server.sent(post)).toEqual([{ data: { kind: "replay", version: null, model: null } }]);
    expect(publishButton().disabled).toBe(false);
    server.on("GET evaluation/runs/run-1", { body: { data: done } });
    await replay.findByText("0 better, 2 same, 1 worse");
    // It ended while somebody reads below it: that keeps its place until the answers are asked for.
    const button = await replay.findByRole("button", { name: "Show the answers" });
    expect(replay.queryByRole("list", { name: "Replayed questions" })).toBeNull();
    fireEvent.click(button);
    const before = within(await replay.findByRole("region", { name: "Before" }));
    const now = within(replay.getByRole("region", { name: "Now" }));
    await before.findByText("We do: Do you ship to Norway?");
    await now.findByText("I did not find it.");
    replay.getByText("It no longer finds the answer.");
    // The others open in its place, one at a time.
    fireEvent.click(replay.getByText("Are returns free?"));
    await replay.findByText("We do: Are returns free?");
    expect(replay.getAllByRole("region", { name: "Now" })).toHaveLength(1);
    replay.getByRole("button", { name: "Replay again" });
    fireEvent.click(replay.getByRole("button", { name: "Hide the answers" }));
    expect(replay.queryByRole("list", { name: "Replayed questions" })).toBeNull();
  });

  it("costs nothing until the button with the cost is pressed", async () => {
    wouldAsk({ visitors: 11, cases: 1, credits: 65 });
    open();
    const button = await screen.findByRole("button", { name: "Replay 12 questions (65 credits)" });
    expect(server.sent(post)).toEqual([]);
    expect(publishButton().disabled).toBe(false);
    fireEvent.click(button);
    await screen.findByText("1 of 3 asked");
    expect(server.sent(post)).toHaveLength(1);
  });

  it("requests no vectors until the button is pressed, and says why", async () => {
    wouldAsk({ visitors: 2, asksProvider: true });
    open();
    const button = await screen.findByRole("button", { name: "Replay now" });
    screen.getByText(/uses your provider’s key for each question/);
    expect(server.sent(post)).toEqual([]);
    fireEvent.click(button);
    await screen.findByText("1 of 3 asked");
  });

  it("tells that there is nothing to replay, without a request", async () => {
    wouldAsk({ visitors: 0, cases: 0, credits: 0 });
    open();
    await screen.findByText(/Nothing to replay yet/);
    const link = screen.getByRole("link", { name: "Add a test case" });
    expect(link.getAttribute("href")).toBe(`/accounts/${orgId}/cp/${agentId}/overview/tests`);
    expect(screen.queryByRole("button", { name: /^Replay/ })).toBeNull();
    expect(server.sent(post)).toEqual([]);
  });

  it("can be canceled, keeps what was asked, and does not begin again by itself", async () => {
    open();
    await screen.findByText("1 of 3 asked");
    const cancelled = {
      ...run,
      state: "cancelled" as const,
      counts: { ...run.counts, worse: 1 },
      endedAt: 1,
    };
    server.on("POST evaluation/runs/run-1/cancel", { body: { data: cancelled } });
    server.on("GET evaluation/runs/run-1", { body: { data: cancelled } });
    server.on("GET evaluation/runs/run-1/results", listOf([worse, { ...same, verdict: null }]));
    fireEvent.click(screen.getByRole("button", { name: "Cancel run" }));
    await screen.findByText("Canceled");
    screen.getByText(/1 of 3 asked ·/);
    fireEvent.click(screen.getByRole("button", { name: "Show the answers" }));
    await screen.findByText("Do you ship to Norway?");
    expect(screen.queryByText("Are returns free?")).toBeNull();
    expect(server.sent(post)).toHaveLength(1);
    // Begun by hand it takes the button with it, and the focus passes to what replaces it.
    const button = screen.getByRole("button", { name: "Replay again" });
    act(() => button.focus());
    server.on("GET evaluation/runs/run-1", { body: { data: run } });
    fireEvent.click(button);
    await waitFor(() => expect(server.sent(post)).toHaveLength(2));
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("button", { name: "Cancel run" })),
    );
  });

  it("says why it broke off", async () => {
    const failed = { ...run, state: "failed" as const, error: "The queue was stopped.", endedAt: 1 };
    server.on("GET evaluation/runs", listOf([failed]));
    server.on("GET evaluation/runs/run-1", { body: { data: failed } });
    server.on("GET evaluation/runs/run-1/results", listOf([]));
    open();
    await screen.findByText("The queue was stopped.");
    screen.getByText("Interrupted");
    await screen.findByRole("button", { name: "Replay again" });
    expect(server.sent(post)).toEqual([]);
  });

  it("says why it did not begin, and publishes all the same", async () => {
    server.on("GET evaluation/runs", listOf([done]));
    server.on("GET evaluation/runs/run-1", { body: { data: done } });
    server.on(post, { status: 409, code: "conflict", message: "A run goes on already." });
    const { onClose } = open();
    fireEvent.click(await screen.findByRole("button", { name: "Replay again" }));
    await screen.findByText(/A run goes on already/);
    screen.getByRole("button", { name: "Replay again" });
    server.on("POST publish", { body: { data: makeAgent({ publishedVersion: 2 }) } });
    fireEvent.click(publishButton());
    await waitFor(() => expect(onClose).toHaveBeenCalled());
  });

  it("waits for a running test, without showing an error", async () => {
    openNotices("user-1");
    server.on(post, { status: 409, code: "conflict", message: "A run goes on already." });
    server.on("GET evaluation/runs", ({ query }) =>
      listOf(query["kind"] === "replay" ? [] : [{ ...run, id: "run-9", kind: "tests" as const }]),
    );
    open();
    await screen.findByText("Starts after the current test run.");
    expect(screen.queryByText("The replay couldn’t start.")).toBeNull();
    expect(notices.items).toEqual([]);
    server.on(post, { body: { data: run } });
    fireEvent.click(screen.getByRole("button", { name: "Replay now" }));
    await screen.findByText("1 of 3 asked");
    expect(screen.queryByText(/A test run goes on/)).toBeNull();
  });

  it("follows a replay that another member started", async () => {
    openNotices("user-1");
    server.on(post, { status: 409, code: "conflict", message: "A run goes on already." });
    server.on("GET evaluation/runs", ({ query }) => listOf(query["kind"] === "replay" ? [] : [run]));
    open();
    await screen.findByText("1 of 3 asked");
    expect(server.sent(post)).toHaveLength(1);
    expect(notices.items).toEqual([]);
  });

  it("begins no other for who cancels the one of an earlier draft", async () => {
    const old = { ...run, revision: 6 };
    server.on("GET evaluation/runs", listOf([old]));
    server.on("GET evaluation/runs/run-1", { body: { data: old } });
    server.on("GET evaluation/runs/run-1/results", listOf([]));
    open();
    await screen.findByText("1 of 3 asked");
    const cancelled = { body: { data: { ...old, state: "cancelled" as const, endedAt: 1 } } };
    server.on("POST evaluation/runs/run-1/cancel", cancelled);
    server.on("GET evaluation/runs/run-1", cancelled);
    fireEvent.click(screen.getByRole("button", { name: "Cancel run" }));
    await screen.findByText("Canceled");
    await screen.findByRole("button", { name: "Replay again" });
    expect(server.sent(post)).toEqual([]);
  });

  it("shows the run that was just made from this draft, and makes no other", async () => {
    server.on("GET evaluation/runs", listOf([done]));
    server.on("GET evaluation/runs/run-1", { body: { data: done } });
    open();
    await screen.findByText("0 better, 2 same, 1 worse");
    await screen.findByRole("button", { name: "Replay again" });
    expect(server.sent(post)).toEqual([]);
  });

  it("begins once more for a draft that was saved since the last one", async () => {
    const old = { ...done, id: "run-0", revision: 6 };
    server.on("GET evaluation/runs", listOf([old]));
    server.on("GET evaluation/runs/run-0", { body: { data: old } });
    server.on("GET evaluation/runs/run-0/results", listOf([]));
    open();
    await screen.findByText("1 of 3 asked");
    expect(server.sent(post)).toHaveLength(1);
  });

  it("offers another try where it could not be read", async () => {
    server.on("GET evaluation/replay", { status: 500, code: "internal", message: "It broke." });
    open();
    await screen.findByText("It broke.");
    expect(server.sent(post)).toEqual([]);
    wouldAsk({ visitors: 1, cases: 0, credits: 0 });
    fireEvent.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("1 of 3 asked");
  });
});

function wouldAsk(given: Partial<ReplayForecast>): void {
  const data = { visitors: 0, cases: 0, credits: 0, asksProvider: false, ...given };
  server.on("GET evaluation/replay", { body: { data } });
}

function open() {
  const onClose = vi.fn();
  const screenOf = () => <PublishDialog place={{ orgId, agentId }} onClose={onClose} />;
  openScreen({ at: "overview", route: "overview", screen: screenOf });
  return { onClose };
}

function publishButton(): HTMLButtonElement {
  return screen.getByRole<HTMLButtonElement>("button", { name: "Publish" });
}

function whole(result: ResultSummary) {
  const side = { version: null, citations: [], error: null, receipt: null, feedback: null, checks: [] };
  const before = { ...side, version: 1, text: `We do: ${result.question}` };
  const answer = { ...side, text: result.verdict === "worse" ? "I did not find it." : "As before." };
  return { ...result, history: [], before, answer };
}

function listOf<Item>(items: Item[]) {
  return { body: { items, page: { page: 1, limit: 100, total: items.length } } };
}
