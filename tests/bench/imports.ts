import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import type { ImportedWorkflow } from "../../shared/contract/workflows/imports.ts";
import { findProblems } from "../../shared/domain/workflows/findProblems.ts";
import { RunnerFault } from "../../server/knowledge/threads/RunnerFault.ts";
import { createImportReader } from "../../server/workflows/import/createImportReader.ts";
import { ImportProblem } from "../../server/workflows/import/ImportProblem.ts";
import { listDocuments } from "./listDocuments.ts";
import { median } from "./statistics.ts";

/*
 * npm run bench:imports -- FOLDER
 * Reads every JSON or YAML file of a folder as the import of workflows does, in the reader's process, which has no network.
 * Says what became of each: nodes taken, changed, and left out by name, or why it was refused. The last line is the result
 * as JSON.
 */

interface Row {
  taken: number;
  changed: number;
  leftOut: string[];
  steps: number;
  /** What is to be filled in before it can be published. */
  open: number;
  refusal?: string;
  crash?: string;
}

await main(process.argv[2] ?? "");

async function main(folder: string): Promise<void> {
  if (!folder) {
    console.error("Say which folder to read.");
    process.exitCode = 2;
    return;
  }
  const reader = createImportReader();
  // The first file would pay for the start of the process.
  await reader.read("{}").catch(() => undefined);
  const rows: (Row & { ms: number })[] = [];
  for (const { name, path } of listDocuments(folder).filter(({ name: file }) =>
    /\.(?:json|ya?ml)$/i.test(file),
  )) {
    const from = performance.now();
    const result = await reader.read(readFileSync(path, "utf8")).catch((error: unknown) => error);
    const row = { ms: performance.now() - from, ...describe(result) };
    rows.push(row);
    const counts = `${row.taken} taken, ${row.changed} changed, ${row.leftOut.length} left out`;
    console.log(
      `${name.padEnd(50)} ${row.ms.toFixed(1).padStart(7)} ms  ${row.refusal ?? row.crash ?? `${counts}; ${row.steps} steps, ${row.open} to fill in`}`,
    );
    if (row.leftOut.length > 0) console.log(`    left out: ${row.leftOut.join(", ")}`);
  }
  await reader.close();
  const sum = (count: (row: Row) => number) => rows.reduce((total, row) => total + count(row), 0);
  const crashes = rows.filter(({ crash }) => crash !== undefined).length;
  const refused = rows.filter(({ refusal }) => refusal !== undefined).length;
  console.log(
    JSON.stringify({
      files: rows.length,
      read: rows.length - refused - crashes,
      refused,
      crashes,
      taken: sum(({ taken }) => taken),
      changed: sum(({ changed }) => changed),
      leftOut: sum(({ leftOut }) => leftOut.length),
      msMedian: median(rows.map(({ ms }) => ms)),
      msMost: Math.max(0, ...rows.map(({ ms }) => ms)),
    }),
  );
  if (crashes > 0) process.exitCode = 1;
}

function describe(result: unknown): Row {
  const nothing = { taken: 0, changed: 0, leftOut: [], steps: 0, open: 0 };
  if (result instanceof ImportProblem) {
    // A fault of the process is a crash, whatever is said of it.
    const isCrash = result.cause instanceof RunnerFault;
    return { ...nothing, [isCrash ? "crash" : "refusal"]: result.message };
  }
  if (result instanceof Error) throw result;
  const { graph, trigger, report } = result as ImportedWorkflow; // it did not reject
  return {
    taken: report.taken.length,
    changed: report.changed.length,
    leftOut: report.leftOut.map(({ name, type }) => `${name} (${type})`),
    steps: graph.steps.length,
    open: findProblems(graph, { trigger: trigger.kind }).filter(({ blocks }) => blocks).length,
  };
}
