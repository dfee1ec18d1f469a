import { readFileSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { basename } from "node:path";
import { createParser } from "../../server/knowledge/parsing/createParser.ts";
import { ParseError } from "../../server/knowledge/parsing/ParseError.ts";
import { countTextRecall } from "./countTextRecall.ts";
import { listDocuments } from "./listDocuments.ts";
import type { BenchDocument } from "./listDocuments.ts";
import { watchChildren } from "./watchChildren.ts";

/*
 * npm run bench:documents -- FOLDER
 * Reads every file of a folder through the parser of the knowledge, in its process and with its limits, and
 * cuts it into passages. Where `expected/NAME.md` lies beside a file, the share of its words that the passages
 * have is the text recall. The last line is the result as JSON.
 */
const enoughRecall = 0.98;

interface Row {
  name: string;
  /** Undefined where the file was refused. */
  kind?: string;
  reason?: string;
  message?: string;
  characters: number;
  passages: number;
  recall: number | null;
  ms: number;
  /** Of the parser's process, null where the system does not tell. */
  peakMb: number | null;
}

await main(process.argv[2] ?? "");

async function main(folder: string): Promise<void> {
  if (!folder) {
    console.error("Say which folder to read.");
    process.exitCode = 2;
    return;
  }
  const lag = monitorEventLoopDelay({ resolution: 10 });
  const rows: Row[] = [];
  for (const document of listDocuments(folder)) {
    lag.enable();
    const row = await readOne(document);
    lag.disable();
    rows.push(row);
    printRow(row);
  }
  const recalls = rows.flatMap(({ recall }) => recall ?? []);
  const read = rows.filter(({ kind }) => kind !== undefined);
  console.log(
    JSON.stringify({
      files: rows.length,
      read: read.length,
      refused: rows.length - read.length,
      withExpected: recalls.length,
      recallLeast: recalls.length > 0 ? Math.min(...recalls) : null,
      recallMean: recalls.length > 0 ? recalls.reduce((sum, one) => sum + one, 0) / recalls.length : null,
      below: rows.filter(({ recall }) => recall !== null && recall < enoughRecall).map(({ name }) => name),
      msMost: Math.max(0, ...rows.map(({ ms }) => ms)),
      peakMbMost: Math.max(0, ...rows.map(({ peakMb }) => peakMb ?? 0)),
      serverLagMsMost: lag.max / 1e6,
      rows,
    }),
  );
}

/** A parser for each file, so that the memory of its process is that file's own. */
async function readOne({ name, path, expected }: BenchDocument): Promise<Row> {
  const bytes = readFileSync(path);
  const parser = createParser();
  const children = watchChildren();
  const from = performance.now();
  const result = await parser.parse({ name: basename(path), bytes }).catch((error: unknown) => error);
  const ms = Math.round(performance.now() - from);
  const peakMb = children.stop();
  await parser.close();
  const nothing = { characters: 0, passages: 0, recall: null, ms, peakMb };
  if (result instanceof ParseError)
    return { name, reason: result.reason, message: result.message, ...nothing };
  if (result instanceof Error) throw result;
  const { kind, characters, passages } = result as Awaited<ReturnType<typeof parser.parse>>; // it did not reject
  const text = passages.map((passage) => [...passage.headings, passage.text].join("\n")).join("\n");
  const recall = expected === undefined ? null : countTextRecall(text, readFileSync(expected, "utf8"));
  return { name, kind, characters, passages: passages.length, recall, ms, peakMb };
}

function printRow({ name, kind, reason, message, characters, recall, ms, peakMb }: Row): void {
  const cells = [
    name.padEnd(62),
    (kind ?? `refused: ${reason}`).padEnd(28),
    String(characters).padStart(8),
    (recall === null ? "-" : recall.toFixed(3)).padStart(6),
    `${ms} ms`.padStart(9),
    (peakMb === null ? "-" : `${peakMb} MB`).padStart(7),
  ];
  console.log(`${cells.join(" ")}${message ? `  ${message}` : ""}`);
}
