/**
 * Runs the tests and ends with one plain line, `N passed, N failed, N skipped`, whatever happened before it.
 * `--postgres` runs the suites that know both stores on a Postgres; everything else is handed to vitest.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildIfMissing } from "../server/build.ts";
import { startPostgres } from "./kit/postgres.ts";

const root = join(import.meta.dirname, "..");
const given = process.argv.slice(2);
const onPostgres = given.includes("--postgres");
const rest = given.filter((word) => word !== "--postgres");

process.exitCode = onPostgres ? await runOnPostgres() : await runAll();

async function runAll(): Promise<number> {
  if (rest.length === 0) buildIfMissing();
  return runVitest(rest, {});
}

async function runOnPostgres(): Promise<number> {
  const postgres = await startPostgres();
  if (!postgres) return 1;
  const suites = rest.length ? rest : ["--project", "api", "--project", "server"];
  try {
    return await runVitest(suites, { TEST_STORE: "postgres", DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}

async function runVitest(words: string[], env: Record<string, string>): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "tests-"));
  const report = join(folder, "report.json");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const options = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...words];
  const child = spawn(process.execPath, [vitest, ...options], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
  });
  const status = await new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  const { passed, failed, skipped } = readCounts(report, status);
  rmSync(folder, { recursive: true });
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
  return status || (failed ? 1 : 0);
}

/** A file that could not be read or collected, and an error outside any test, count as one failure each. */
function readCounts(report: string, status: number): { passed: number; failed: number; skipped: number } {
  try {
    const result = JSON.parse(readFileSync(report, "utf8"));
    const suites: { status: string; assertionResults: unknown[] }[] = result.testResults;
    const broken = suites.filter(
      (suite) => suite.status === "failed" && !suite.assertionResults.length,
    ).length;
    const failed = result.numFailedTests + broken;
    return {
      passed: result.numPassedTests,
      failed: failed || (status ? 1 : 0),
      skipped: result.numPendingTests + result.numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
