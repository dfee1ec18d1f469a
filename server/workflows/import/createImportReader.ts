import type { ImportedWorkflow } from "../../../shared/contract/workflows/imports.ts";
import { maxImportCharacters } from "../../../shared/domain/workflows/imports.ts";
import { createPool } from "../../knowledge/threads/pool.ts";
import type { Asker } from "../../knowledge/threads/pool.ts";
import { RunnerFault } from "../../knowledge/threads/RunnerFault.ts";
import { startProcess } from "../../knowledge/threads/startProcess.ts";
import type { ImportAnswer } from "./importAnswer.ts";
import { ImportProblem } from "./ImportProblem.ts";

export interface ImportReader {
  /** Reads an export in a process of its own. Rejects with an ImportProblem that says why not, or with the signal's reason. */
  read(text: string, asker?: Partial<Asker>): Promise<ImportedWorkflow>;
  close(): Promise<void>;
}

/** Makes the reader of other builders' exports: a stranger's file gets no network, bounded time and memory. */
export function createImportReader({ memoryMb = 256, timeoutMs = 15_000 } = {}): ImportReader {
  const pool = createPool<string, ImportAnswer>({
    start: () => startProcess({ script: new URL("./import.process.ts", import.meta.url), memoryMb, mayRead }),
    most: 1,
    timeoutMs,
    idleMs: giveBackMemoryAfterMs,
  });
  return {
    read: async (text, { organizationId = "", signal } = {}) => {
      if (text.length > maxImportCharacters)
        throw new ImportProblem(`The file is larger than ${maxImportCharacters / 1_000_000} MB. Split it.`);
      if (text.trim() === "") throw new ImportProblem("The file is empty.");
      const answer = await pool
        .run(text, { organizationId, ...(signal && { signal }) })
        .catch((error: unknown) => {
          throw error instanceof RunnerFault
            ? new ImportProblem(sentences[error.reason], { cause: error })
            : error;
        });
      if (answer.workflow) return answer.workflow;
      throw new ImportProblem(
        answer.message,
        answer.isFault ? { cause: new RunnerFault("died") } : undefined,
      );
    },
    close: () => pool.close(),
  };
}

/** The program itself; the data folder is not among them. */
const mayRead = ["server/", "shared/", "node_modules/", "package.json"].map(
  (place) => new URL(`../../../${place}`, import.meta.url),
);

const giveBackMemoryAfterMs = 30_000;

const sentences: Record<RunnerFault["reason"], string> = {
  timeout: "Reading the file took too long. Split it.",
  out_of_memory: "Reading the file took too much memory. Split it.",
  died: "The file can't be read. Export it again.",
};
