/**
 * Runs the tests and ends with one plain line, `N passed, N failed, N skipped`, whatever happened before it.
 * `--postgres` runs the suites that know both stores on a Postgres; everything else is handed to vitest.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
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
    // Each file has a process of its own, and each loads the same packages: compiled once a run.
    env: { NODE_COMPILE_CACHE: join(folder, "compiled"), ...process.env, ...env },
  });
  const status = await new Promise<number>((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  const { passed, failed, skipped, failures } = readReport(report, status);
  rmSync(folder, { recursive: true });
  console.log(["", ...failures, `${passed} passed, ${failed} failed, ${skipped} skipped`].join("\n"));
  return status || (failed ? 1 : 0);
}

interface Report {
  passed: number;
  failed: number;
  skipped: number;
  /** A line for each failure: file, test and the beginning of what went wrong. */
  failures: string[];
}

interface FileResult {
  name: string;
  status: string;
  message?: string;
  assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
}

/** A file that could not be read or collected, and an error outside any test, count as one failure each. */
function readReport(report: string, status: number): Report {
  try {
    const result = JSON.parse(readFileSync(report, "utf8"));
    const files: FileResult[] = result.testResults;
    const broken = files.filter((file) => file.status === "failed" && !file.assertionResults.length);
    const failed = result.numFailedTests + broken.length;
    return {
      passed: result.numPassedTests,
      failed: failed || (status ? 1 : 0),
      skipped: result.numPendingTests + result.numTodoTests,
      failures: files.flatMap(nameFailures),
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0, failures: [] };
  }
}

function nameFailures(file: FileResult): string[] {
  const path = relative(root, file.name);
  if (file.status === "failed" && !file.assertionResults.length) return [describe(path, "", file.message)];
  return file.assertionResults
    .filter((test) => test.status === "failed")
    .map((test) => describe(path, test.fullName, test.failureMessages?.[0]));
}

function describe(path: string, test: string, message = ""): string {
  return `FAILED ${path} > ${test}: ${stripVTControlCharacters(message).slice(0, 600).replace(/\s+/g, " ")}`;
}
