import { readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { createOpenapiReader } from "../../server/actions/openapi/createOpenapiReader.ts";
import { OpenapiError } from "../../server/actions/openapi/OpenapiError.ts";
import { RunnerFault } from "../../server/knowledge/threads/RunnerFault.ts";
import { listDocuments } from "./listDocuments.ts";
import { median } from "./statistics.ts";

/*
 * npm run bench:openapi -- FOLDER
 * Reads every JSON or YAML file of a folder as the import does, in the reader's process, which has no network. Says what
 * became of each: operations, or the reason for the refusal. The last line is the result as JSON.
 */
const enoughMs = 30;

interface Row {
  name: string;
  operations: number;
  leftOut: number;
  refusal?: string;
  crash?: string;
  ms: number;
}

await main(process.argv[2] ?? "");

async function main(folder: string): Promise<void> {
  if (!folder) {
    console.error("Say which folder to read.");
    process.exitCode = 2;
    return;
  }
  const reader = createOpenapiReader();
  // The first document would pay for the start of the process.
  await reader.read(new TextEncoder().encode("openapi: 3.1.0")).catch(() => undefined);
  const rows: Row[] = [];
  for (const { name, path } of listDocuments(folder).filter(({ name: file }) =>
    /\.(?:json|ya?ml)$/i.test(file),
  )) {
    const bytes = readFileSync(path);
    const from = performance.now();
    const result = await reader.read(bytes).catch((error: unknown) => error);
    const ms = performance.now() - from;
    const row = { name, ms, ...describe(result) };
    rows.push(row);
    console.log(
      `${name.padEnd(50)} ${ms.toFixed(1).padStart(7)} ms ${String(row.operations).padStart(5)} operations, ${row.leftOut} left out  ${row.refusal ?? row.crash ?? ""}`,
    );
  }
  await reader.close();
  const crashes = rows.filter(({ crash }) => crash !== undefined).length;
  const msMedian = median(rows.map(({ ms }) => ms));
  const refused = rows.filter(({ refusal }) => refusal !== undefined).length;
  console.log(
    JSON.stringify({
      documents: rows.length,
      read: rows.length - refused - crashes,
      refused,
      crashes,
      operations: rows.reduce((sum, { operations }) => sum + operations, 0),
      leftOut: rows.reduce((sum, { leftOut }) => sum + leftOut, 0),
      msMedian,
      msMost: Math.max(0, ...rows.map(({ ms }) => ms)),
    }),
  );
  if (crashes > 0 || msMedian > enoughMs) process.exitCode = 1;
}

function describe(result: unknown): Pick<Row, "operations" | "leftOut" | "refusal" | "crash"> {
  if (result instanceof OpenapiError) {
    // A fault of the process is a crash, whatever is said of it.
    const isCrash = result.cause instanceof RunnerFault;
    return { operations: 0, leftOut: 0, [isCrash ? "crash" : "refusal"]: result.message };
  }
  if (result instanceof Error) throw result;
  const { operations, leftOut } = result as Awaited<
    ReturnType<ReturnType<typeof createOpenapiReader>["read"]>
  >; // it did not reject
  return { operations: operations.length, leftOut: leftOut.length };
}
