import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join, relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../structure/files.ts";

/** A part of the check that takes its own time: a script of package.json, or vitest with these words. */
export interface Stage {
  name: string;
  /** The script of package.json. */
  script?: string;
  /** The words for vitest. */
  tests?: string[];
  env?: Record<string, string>;
  /** When it fails, what follows it in its lane can't succeed and is left out. */
  isNeeded?: boolean;
  /** It leaves the processor to the stages that drive a browser. */
  isPatient?: boolean;
}

export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
  /** A line for each failure: file, test and the beginning of what went wrong. */
  failures: string[];
  /** Its slowest files with their seconds, so that a run says where its time goes. */
  slowest?: string[];
  /** What it printed; empty where it printed straight to the terminal. */
  output: string;
}

export interface RunOptions {
  /** For reports and compiled code, which the stages of a run share. */
  folder: string;
  /** It prints straight to the terminal, because nothing runs beside it. */
  isAlone?: boolean;
}

/** Runs one stage and says how it ended. It never throws. */
export async function runStage(stage: Stage, options: RunOptions): Promise<Outcome> {
  return stage.script ? runScript(stage, options) : runTests(stage, options);
}

async function runScript(stage: Stage, options: RunOptions): Promise<Outcome> {
  const { status, output } = await runProgram(stage, ["npm", "run", "-s", stage.script ?? ""], options);
  const failures = status ? [describe(stage.name, "", output)] : [];
  return { passed: 0, failed: failures.length, skipped: 0, failures, output };
}

async function runTests(stage: Stage, options: RunOptions): Promise<Outcome> {
  const report = join(options.folder, `${stage.name}.json`);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const words = [process.execPath, vitest, "run", ...reporters, ...(stage.tests ?? [])];
  const { status, output } = await runProgram(stage, words, options);
  return { ...readReport(report, { name: stage.name, status, output }), output };
}

async function runProgram(
  { env, isPatient }: Stage,
  [program = "", ...words]: string[],
  { folder, isAlone }: RunOptions,
): Promise<{ status: number; output: string }> {
  const child = spawn(program, words, {
    cwd: root,
    stdio: isAlone ? "inherit" : ["ignore", "pipe", "pipe"],
    // npm is a script on Windows, which only its shell starts.
    shell: program === "npm" && process.platform === "win32",
    // Each test file has a process of its own, and each loads the same packages: compiled once a run.
    env: { NODE_COMPILE_CACHE: join(folder, "compiled"), ...process.env, ...env },
  });
  if (isPatient && child.pid) setPriority(child.pid, 10);
  const printed: string[] = [];
  const keep = (text: string) => printed.push(text);
  child.stdout?.setEncoding("utf8").on("data", keep);
  child.stderr?.setEncoding("utf8").on("data", keep);
  const status = await new Promise<number>((resolve) => {
    child.once("error", (error) => resolve(keep(String(error))));
    child.once("close", (code) => resolve(code ?? 1));
  });
  return { status, output: printed.join("") };
}

interface FileResult {
  name: string;
  status: string;
  message?: string;
  startTime?: number;
  endTime?: number;
  assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
}

/** A file that could not be read or collected, and an error outside any test, count as one failure each. */
export function readReport(
  path: string,
  { name, status, output }: { name: string; status: number; output: string },
): Omit<Outcome, "output"> {
  const result = readJson(path);
  const files = result?.testResults ?? [];
  const failures = files.flatMap(nameFailures);
  if (!failures.length && (status || !result)) {
    const why = findUnhandled(output) || "its output says why";
    failures.push(describe(name, "", `it ended with ${status} and no test failed; ${why}`));
  }
  return {
    passed: result?.numPassedTests ?? 0,
    failed: failures.length,
    skipped: (result?.numPendingTests ?? 0) + (result?.numTodoTests ?? 0),
    failures,
    slowest: listSlowest(files),
  };
}

const mostSlow = 12;

function listSlowest(files: readonly FileResult[]): string[] {
  return files
    .map(({ name, startTime = 0, endTime = 0 }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, mostSlow)
    .map(({ name, seconds }) => `${relative(root, name)} ${seconds.toFixed(0)} s`);
}

interface Report {
  testResults: FileResult[];
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
}

function readJson(path: string): Report | null {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

/** What vitest prints of an error outside any test, which stands in no report. */
function findUnhandled(output: string): string {
  const text = stripVTControlCharacters(output);
  const start = text.indexOf("Unhandled Error");
  return start < 0 ? "" : text.slice(start).replace(/[⎯\s]+/g, " ");
}

function nameFailures(file: FileResult): string[] {
  const path = relative(root, file.name);
  if (file.status === "failed" && !file.assertionResults.length) return [describe(path, "", file.message)];
  return file.assertionResults
    .filter((test) => test.status === "failed")
    .map((test) => describe(path, test.fullName, test.failureMessages?.[0]));
}

function describe(path: string, test: string, message = ""): string {
  const words = stripVTControlCharacters(message).trim().slice(0, 600).replace(/\s+/g, " ");
  return `FAILED ${test ? `${path} > ${test}` : path}: ${words}`;
}
