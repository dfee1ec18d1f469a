import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EvaluationRun } from "../../../shared/contract/evaluation/evaluation.ts";
import { makeAgent } from "../../../tests/kit/console/consoleScreen.tsx";
import { agentId, orgId, startConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import type { ConsoleServer } from "../../../tests/kit/console/consoleServer.ts";
import { session } from "../../../tests/kit/console/openConsole.tsx";
import { agents } from "../../state/agents/agents.ts";
import { authentication } from "../../state/accounts/authentication.ts";
import { closeNotices, notices, openNotices } from "../../state/notifications/notices.ts";
import { clearOrganization, organization } from "../../state/accounts/organization.ts";
import { watchRun, watchRuns } from "./watchRuns.ts";

const place = { orgId, agentId };
const run: EvaluationRun = {
  ...{ id: "run-1", kind: "tests", version: null, publishedVersion: 1, revision: 1, state: "running" },
  ...{ model: "pilothouse-builtin", error: null, total: 3, done: 1, credits: 0, createdBy: "Ana" },
  counts: { passed: 0, failed: 0, better: 0, same: 0, worse: 0 },
  ...{ createdAt: 0, endedAt: null },
};
const call = "GET evaluation/runs/run-1";

let server: ConsoleServer;

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  server = startConsoleServer();
  authentication.user = session.user;
  organization._id = orgId;
  agents.items = [makeAgent({ id: agentId, name: "Harbour Help" })];
  openNotices("u1");
});
afterEach(async () => {
  authentication.user = null;
  // Nothing waits any longer.
  await vi.runOnlyPendingTimersAsync();
  clearOrganization();
  closeNotices();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const asked = () => server.requests.filter(({ path }) => path === "evaluation/runs/run-1").length;
const answer = (part: Partial<EvaluationRun>) => server.on(call, { body: { data: { ...run, ...part } } });

describe("a run that was begun here", () => {
  it("appears in the bell with a link when it ends", async () => {
    answer({});
    watchRun(place, run);
    await vi.advanceTimersByTimeAsync(7000);
    expect(notices.items).toEqual([]);
    answer({ state: "done", counts: { ...run.counts, passed: 2, failed: 1 } });
    await vi.advanceTimersByTimeAsync(3000);
    expect(notices.items).toMatchObject([
      {
        ...{ text: "The tests of Harbour Help finished: 2 passed, 1 failed.", tone: "danger" },
        path: `/accounts/${orgId}/cp/${agentId}/overview/tests?view=runs&run=run-1`,
      },
    ]);
    const before = asked();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked()).toBe(before);
  });

  it("is waited for over a reload", async () => {
    sessionStorage.setItem("runs:u1", JSON.stringify([{ ...place, runId: "run-1" }]));
    answer({ kind: "replay", state: "done", counts: { ...run.counts, better: 1, same: 2 } });
    watchRuns();
    await vi.advanceTimersByTimeAsync(0);
    expect(notices.items).toMatchObject([
      { text: "The replay of Harbour Help finished: 1 better, 2 same, 0 worse.", tone: "success" },
    ]);
    expect(sessionStorage.getItem("runs:u1")).toBeNull();
  });

  it.each([
    ["was canceled", () => answer({ state: "cancelled" })],
    ["is there no more", () => server.on(call, { status: 404, code: "not_found" })],
  ])("is no news where it %s, and is let go", async (_, prepare) => {
    prepare();
    watchRun(place, run);
    await vi.advanceTimersByTimeAsync(3000);
    expect(notices.items).toEqual([]);
    expect(sessionStorage.getItem("runs:u1")).toBeNull();
  });

  it("is requested again after a failed connection, and only in its own organization", async () => {
    server.on(call, "cut");
    watchRun(place, run);
    organization._id = "elsewhere";
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked()).toBe(0);
    organization._id = orgId;
    await vi.advanceTimersByTimeAsync(60_000);
    answer({ state: "done" });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(notices.items).toHaveLength(1);
  });
});
