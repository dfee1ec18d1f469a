/**
 * Runs the checks and ends with one plain line, `N passed, N failed, N skipped`, whatever happened before it.
 * Without words it runs everything; `--check` what is quick, `--postgres` the suites of both stores on a Postgres, `--full`
 * everything with whole sweeps and every suite on both stores. Other words are vitest's, such as a file's path.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { explainNoPostgres } from "./kit/database/postgres.ts";
import { chooseSeed } from "./kit/sampled.ts";
import { runLanes, summarize } from "./run/runLanes.ts";
import { runStage } from "./run/stage.ts";
import { onPostgres, planCheck, planPostgres, planWhole } from "./run/stages.ts";
import type { Lanes } from "./run/stages.ts";

const given = process.argv.slice(2);
const flags = new Set(["--check", "--postgres", "--full"]);
const [isCheck, isPostgres, isFull] = [...flags].map((flag) => given.includes(flag));
const words = given.filter((word) => !flags.has(word));

if (isFull) process.env["TEST_SWEEPS"] = "whole";
const seed = chooseSeed();
const folder = mkdtempSync(join(tmpdir(), "tests-"));
const started = Date.now();
const lanes = plan();
const isAlone = lanes.flat().length === 1;
const ended = await runLanes(lanes, {
  run: (stage) => runStage(stage, { folder, isAlone }),
  print: (line) => console.log(line),
  now: Date.now,
});
rmSync(folder, { recursive: true, force: true });
console.log(summarize(ended, { minutes: (Date.now() - started) / 60_000, seed }).join("\n"));
process.exitCode = ended.some(({ failed }) => failed) ? 1 : 0;

function plan(): Lanes {
  if (isPostgres) return [[words.length ? onPostgres(words) : planPostgres({ isFull: Boolean(isFull) })]];
  if (words.length) return [[{ name: "tests", tests: words }]];
  if (isCheck) return planCheck();
  const missing = explainNoPostgres();
  if (missing) console.log(`Postgres is left out: ${missing}`);
  return planWhole({ hasPostgres: !missing, isFull: Boolean(isFull) });
}
