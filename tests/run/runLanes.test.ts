import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { runLanes, summarize } from "./runLanes.ts";
import { readReport } from "./stage.ts";
import type { Outcome, Stage } from "./stage.ts";

const passed: Outcome = { passed: 2, failed: 0, skipped: 1, failures: [], output: "all well" };
const broken: Outcome = {
  slowest: ["a.test.ts 9 s"],
  passed: 1,
  failed: 1,
  skipped: 0,
  failures: ["FAILED a > b: c"],
  output: "oh",
};

async function run(lanes: Stage[][], outcomes: Record<string, Outcome> = {}) {
  const order: string[] = [];
  const lines: string[] = [];
  const ended = await runLanes(lanes, {
    run: async ({ name }) => {
      order.push(name);
      return outcomes[name] ?? passed;
    },
    print: (line) => lines.push(line),
    now: () => order.length * 60_000,
  });
  return { order, printed: lines.join("\n"), ended };
}

describe("the lanes of a run", () => {
  it("run at once, each in its own order", async () => {
    const { order } = await run([
      [{ name: "a" }, { name: "b" }],
      [{ name: "c" }, { name: "d" }],
    ]);

    expect(order).toEqual(["a", "c", "b", "d"]);
  });

  it("go on after a stage that failed", async () => {
    const { order, printed } = await run([[{ name: "a" }, { name: "b" }]], { a: broken });

    expect(order).toEqual(["a", "b"]);
    expect(printed).toContain("a: 1.0 minutes, 1 failed =====\noh");
  });

  it("leave out what can't succeed without the stage that failed", async () => {
    const { order } = await run([[{ name: "a", isNeeded: true }, { name: "b" }], [{ name: "c" }]], {
      a: broken,
    });

    expect(order).toEqual(["a", "c"]);
  });
});

describe("the end of a run", () => {
  it("tells minutes by stage, each failure and the count", async () => {
    const { ended } = await run([[{ name: "a" }, { name: "b" }]], { b: broken });

    expect(summarize(ended, { minutes: 1.5, seed: "7" })).toEqual([
      "",
      "a            1.0 minutes",
      "b            1.0 minutes",
      "in all       1.5 minutes",
      "",
      "slowest of b: a.test.ts 9 s",
      "FAILED a > b: c",
      "TEST_SEED=7 repeats the sampled sweeps of this run.",
      "3 passed, 1 failed, 1 skipped",
    ]);
  });
});

describe("a report of vitest", () => {
  it("names each test that failed and each file that can't be read", () => {
    const report = write({
      numPassedTests: 3,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [
        {
          name: "x.test.ts",
          status: "failed",
          startTime: 1000,
          endTime: 3400,
          assertionResults: [{ fullName: "x is so", status: "failed", failureMessages: ["it is not"] }],
        },
        { name: "y.test.ts", status: "failed", message: "no such import", assertionResults: [] },
      ],
    });

    expect(readReport(report, { name: "unit", status: 1, output: "" })).toEqual({
      passed: 3,
      failed: 2,
      skipped: 2,
      failures: [
        expect.stringMatching(/^FAILED .*x\.test\.ts > x is so: it is not$/),
        expect.stringMatching(/^FAILED .*y\.test\.ts: no such import$/),
      ],
      slowest: [expect.stringMatching(/x\.test\.ts 2 s$/), expect.stringMatching(/y\.test\.ts 0 s$/)],
    });
  });

  it("counts as one failure where vitest ended badly and no test failed", () => {
    const report = write({ numPassedTests: 3, numPendingTests: 0, numTodoTests: 0, testResults: [] });

    expect(readReport(report, { name: "unit", status: 1, output: "" })).toMatchObject({
      passed: 3,
      failed: 1,
    });
    expect(readReport(report, { name: "unit", status: 0, output: "" })).toMatchObject({
      passed: 3,
      failed: 0,
    });
    const output = "1 passed\n⎯⎯ Unhandled Errors ⎯⎯\nError: lost the connection\n";
    expect(readReport(report, { name: "unit", status: 1, output }).failures[0]).toContain(
      "lost the connection",
    );
    expect(readReport(`${report}.not`, { name: "unit", status: 0, output: "" })).toMatchObject({
      passed: 0,
      failed: 1,
    });
  });
});

function write(report: object): string {
  const folder = mkdtempSync(join(tmpdir(), "report-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "report.json");
  writeFileSync(path, JSON.stringify(report));
  return path;
}
