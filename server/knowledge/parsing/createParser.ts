import { uploadLimitBytes } from "../../../shared/domain/limits.ts";
import { createPool } from "../threads/pool.ts";
import type { Asker } from "../threads/pool.ts";
import { RunnerFault } from "../threads/RunnerFault.ts";
import { startProcess } from "../threads/startProcess.ts";
import { ParseError } from "./ParseError.ts";
import type { ParseInput } from "./ParsedDocument.ts";
import type { ParseTask, ParseAnswer } from "./parseTask.ts";
import type { ReadDocument } from "./ReadDocument.ts";
import type { ReadTable } from "./readTable.ts";

export interface ParserOptions {
  /** How many documents of one organization are read at once; one more process is for the others. */
  processes?: number;
  /** A document for which the parser needs more is given up. */
  memoryMb?: number;
  timeoutMs?: number;
  maxBytes?: number;
  maxUnpackedBytes?: number;
  maxRatio?: number;
  /** The module that the processes run; another one in tests. */
  script?: URL;
}

export interface Parser {
  /** Reads a document in a process of its own. Rejects with a ParseError that says why not, or with the signal's reason. */
  parse(input: ParseInput, asker?: Partial<Asker>): Promise<ReadDocument>;
  /** Reads a CSV file or an Excel workbook as a table, in the same way. */
  readTable(input: ParseInput, asker?: Partial<Asker>): Promise<ReadTable>;
  /** Draws an SVG as a PNG, in the same way. */
  drawPicture(input: ParseInput, asker?: Partial<Asker>): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * Makes the parser: documents of strangers are read in processes that have no network, no secrets, and
 * bounded time and memory. A process that dies of one is replaced; the server and the other documents
 * don't notice.
 */
export function createParser({
  processes = 1,
  memoryMb = 512,
  timeoutMs = 20_000,
  maxBytes = uploadLimitBytes,
  maxUnpackedBytes = 100_000_000,
  maxRatio = 200,
  script = new URL("./parse.process.ts", import.meta.url),
}: ParserOptions = {}): Parser {
  const pool = createPool<ParseTask, ParseAnswer>({
    start: () => startProcess({ script, memoryMb, mayRead }),
    most: processes + 1,
    mostEach: processes,
    timeoutMs,
    idleMs: giveBackMemoryAfterMs,
  });
  async function run(
    task: Pick<ParseTask, "input" | "as">,
    { organizationId = "", signal }: Partial<Asker> = {},
  ): Promise<ParseAnswer> {
    const { byteLength } = task.input.bytes;
    if (byteLength === 0) throw new ParseError("empty", "The file is empty.");
    if (byteLength > maxBytes) throw new ParseError("too_large", describeLimit(maxBytes));
    return pool
      .run({ ...task, limits: { maxUnpackedBytes, maxRatio } }, { organizationId, ...(signal && { signal }) })
      .catch((error: unknown) => {
        throw error instanceof RunnerFault ? explainFault(error) : error;
      });
  }
  return {
    async parse(input, asker) {
      const answer = await run({ input, as: "document" }, asker);
      if (answer.document) return answer.document;
      throw refuse(answer);
    },
    async readTable(input, asker) {
      const answer = await run({ input, as: "table" }, asker);
      if (answer.table) return answer.table;
      throw refuse(answer);
    },
    async drawPicture(input, asker) {
      const answer = await run({ input, as: "picture" }, asker);
      if (answer.picture) return answer.picture;
      throw refuse(answer);
    },
    close: () => pool.close(),
  };
}

function refuse(answer: ParseAnswer): ParseError {
  return "reason" in answer ? new ParseError(answer.reason, answer.message) : new ParseError("broken");
}

/** The program itself; the data folder, also where it lies beside it, is not among them. */
const mayRead = ["server/", "shared/", "node_modules/", "package.json"].map(
  (place) => new URL(`../../../${place}`, import.meta.url),
);

const giveBackMemoryAfterMs = 30_000;

function describeLimit(maxBytes: number): string {
  return `The file is larger than ${Math.floor(maxBytes / 1_000_000)} MB. Split it into smaller files.`;
}

function explainFault(fault: RunnerFault): ParseError {
  return new ParseError(fault.reason === "died" ? "broken" : fault.reason, undefined, { cause: fault });
}
