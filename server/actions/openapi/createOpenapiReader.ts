import { createPool } from "../../knowledge/threads/pool.ts";
import type { Asker } from "../../knowledge/threads/pool.ts";
import { RunnerFault } from "../../knowledge/threads/RunnerFault.ts";
import { startProcess } from "../../knowledge/threads/startProcess.ts";
import type { OpenapiAnswer } from "./openapiAnswer.ts";
import type { OpenapiDocument } from "./OpenapiDocument.ts";
import { OpenapiError } from "./OpenapiError.ts";

export interface OpenapiReaderOptions {
  memoryMb?: number;
  timeoutMs?: number;
  maxBytes?: number;
}

export interface OpenapiReader {
  /** Reads a document in a process of its own. Rejects with an OpenapiError that says why not, or with the signal's reason. */
  read(bytes: Uint8Array, asker?: Partial<Asker>): Promise<OpenapiDocument>;
  close(): Promise<void>;
}

/** Makes the reader of OpenAPI documents. As with files, a stranger's document gets no network, bounded time and memory. */
export function createOpenapiReader({
  memoryMb = 384,
  timeoutMs = 15_000,
  maxBytes = 10_000_000,
}: OpenapiReaderOptions = {}): OpenapiReader {
  const pool = createPool<string, OpenapiAnswer>({
    start: () =>
      startProcess({ script: new URL("./openapi.process.ts", import.meta.url), memoryMb, mayRead }),
    most: 1,
    timeoutMs,
    idleMs: giveBackMemoryAfterMs,
  });
  return {
    read: async (bytes, { organizationId = "", signal } = {}) => {
      if (bytes.byteLength > maxBytes)
        throw new OpenapiError(
          `The document is larger than ${Math.floor(maxBytes / 1_000_000)} MB. Split it.`,
        );
      const text = decode(bytes);
      if (text.trim() === "") throw new OpenapiError("The document is empty.");
      const answer = await pool
        .run(text, { organizationId, ...(signal && { signal }) })
        .catch((error: unknown) => {
          throw error instanceof RunnerFault ? explainFault(error) : error;
        });
      if (!answer.document)
        throw new OpenapiError(
          answer.message,
          answer.isFault ? { cause: new RunnerFault("died") } : undefined,
        );
      return answer.document;
    },
    close: () => pool.close(),
  };
}

/** The program itself; the data folder is not among them. */
const mayRead = ["server/", "shared/", "node_modules/", "package.json"].map(
  (place) => new URL(`../../../${place}`, import.meta.url),
);

const giveBackMemoryAfterMs = 30_000;

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new OpenapiError("The document is not text in UTF-8. Save it as JSON or YAML.", { cause: error });
  }
}

function explainFault(fault: RunnerFault): OpenapiError {
  return new OpenapiError(sentences[fault.reason], { cause: fault });
}

const sentences: Record<RunnerFault["reason"], string> = {
  timeout: "Reading the document took too long. Split it into smaller ones.",
  out_of_memory: "Reading the document took too much memory. Split it into smaller ones.",
  died: "The document can't be read. Check it with an OpenAPI validator.",
};
