import { describe, expect, it } from "vitest";
import { findCronProblem, findNextRun } from "./schedule.ts";

/** All times of a schedule between two moments, in UTC. */
function listRuns(cron: string, timeZone: string, from: string, to: string): string[] {
  const times: string[] = [];
  let at = Date.parse(from) - 1;
  for (;;) {
    const next = findNextRun({ cron, timeZone }, at);
    if (next === null || next > Date.parse(to)) return times;
    times.push(new Date(next).toISOString().slice(0, 16));
    at = next;
  }
}

describe("schedules", () => {
  it.each<[string, string, string, string, string, string[]]>([
    [
      "a gap in Berlin",
      "30 2 * * *",
      "Europe/Berlin",
      "2026-03-28T00:00Z",
      "2026-03-31T00:00Z",
      ["2026-03-28T01:30", "2026-03-29T01:00", "2026-03-30T00:30"],
    ],
    [
      "a fold in Berlin",
      "30 2 * * *",
      "Europe/Berlin",
      "2026-10-24T00:00Z",
      "2026-10-27T00:00Z",
      ["2026-10-24T00:30", "2026-10-25T00:30", "2026-10-26T01:30"],
    ],
    [
      "a gap in New York",
      "30 2 * * *",
      "America/New_York",
      "2026-03-07T00:00Z",
      "2026-03-10T00:00Z",
      ["2026-03-07T07:30", "2026-03-08T07:00", "2026-03-09T06:30"],
    ],
    [
      "a fold in New York",
      "30 1 * * *",
      "America/New_York",
      "2026-10-31T00:00Z",
      "2026-11-03T00:00Z",
      ["2026-10-31T05:30", "2026-11-01T05:30", "2026-11-02T06:30"],
    ],
    [
      "half an hour in Lord Howe",
      "15 2 * * *",
      "Australia/Lord_Howe",
      "2026-10-02T00:00Z",
      "2026-10-05T00:00Z",
      ["2026-10-02T15:45", "2026-10-03T15:30", "2026-10-04T15:15"],
    ],
    [
      "no change in Kolkata",
      "0 9 * * 1-5",
      "Asia/Kolkata",
      "2026-03-27T00:00Z",
      "2026-03-31T00:00Z",
      ["2026-03-27T03:30", "2026-03-30T03:30"],
    ],
  ])("are due once at %s", (_name, cron, timeZone, from, to, times) => {
    expect(listRuns(cron, timeZone, from, to)).toEqual(times);
  });

  it("are refused in words where they can't be kept", () => {
    const problem = (cron: string) => findCronProblem({ cron, timeZone: "Europe/Berlin" });
    expect(problem("0 9 * * 1-5")).toBeNull();
    expect(problem("0 0 30 2 *")).toBe("This schedule never runs. Check the day and month.");
    expect(problem("every day")).toMatch(/isn’t valid/);
  });
});
