import { uploadLimitBytes } from "../../../shared/domain/limits.ts";
import { ThreadFault } from "../threads/ThreadFault.ts";
import { createThreadPool } from "../threads/threadPool.ts";
import { ParseError } from "./ParseError.ts";
import type { ParseReason } from "./ParseError.ts";
import type { ParsedDocument, ParseInput, ParseLimits } from "./ParsedDocument.ts";

export interface ParserOptions {
  threads?: number;
  /** A document for which the parser needs more is given up. */
  memoryMb?: number;
  timeoutMs?: number;
  maxBytes?: number;
  maxUnpackedBytes?: number;
  maxRatio?: number;
  /** The module that the threads run; another one in tests. */
  script?: URL;
}

/** What the thread is sent, and what it answers. */
export interface ParseTask {
  input: ParseInput;
  limits: ParseLimits;
}
export type ParseAnswer =
  { document: ParsedDocument } | { document?: undefined; reason: ParseReason; message: string };

export interface Parser {
  /** Reads a document on a thread. Rejects with a ParseError that says why not, or with the signal's reason. */
  parse(input: ParseInput, signal?: AbortSignal): Promise<ParsedDocument>;
  close(): Promise<void>;
}

/**
 * Makes the parser: documents of strangers are read on threads that have no network and bounded time and
 * memory. A thread that dies of one is replaced; the server and the other documents don't notice.
 */
export function createParser({
  threads = 1,
  memoryMb = 512,
  timeoutMs = 20_000,
  maxBytes = uploadLimitBytes,
  maxUnpackedBytes = 100_000_000,
  maxRatio = 200,
  script = new URL("./parse.worker.ts", import.meta.url),
}: ParserOptions = {}): Parser {
  const pool = createThreadPool<ParseTask, ParseAnswer>({
    script,
    threads,
    timeoutMs,
    memoryMb,
    idleMs: giveBackMemoryAfterMs,
  });
  return {
    parse: async (input, signal) => {
      if (input.bytes.byteLength === 0) throw new ParseError("empty", "The file is empty.");
      if (input.bytes.byteLength > maxBytes) throw new ParseError("too_large", describeLimit(maxBytes));
      const answer = await pool
        .run({ input, limits: { maxUnpackedBytes, maxRatio } }, { signal })
        .catch((error: unknown) => {
          throw error instanceof ThreadFault ? explainFault(error) : error;
        });
      if (!answer.document) throw new ParseError(answer.reason, answer.message);
      return answer.document;
    },
    close: () => pool.close(),
  };
}

const giveBackMemoryAfterMs = 30_000;

function describeLimit(maxBytes: number): string {
  return `The file is larger than ${Math.floor(maxBytes / 1_000_000)} MB. Split it into smaller files.`;
}

function explainFault(fault: ThreadFault): ParseError {
  return new ParseError(fault.reason === "died" ? "broken" : fault.reason, undefined, { cause: fault });
}
