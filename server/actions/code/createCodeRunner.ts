import { createPool } from "../../knowledge/threads/pool.ts";
import type { Asker } from "../../knowledge/threads/pool.ts";
import { RunnerFault } from "../../knowledge/threads/RunnerFault.ts";
import { startProcess } from "../../knowledge/threads/startProcess.ts";
import type { CodeAnswer, CodeTask } from "./codeAnswer.ts";

export interface CodeRunner {
  /** Gives JSON of what the code gives to these inputs, or why there is none; rejects only with the signal's reason. */
  run(task: { code: string; inputs: unknown }, asker: Asker): Promise<CodeAnswer>;
  close(): Promise<void>;
}

/**
 * Makes what runs the code of actions: in QuickJS, in a process of its own, without network, files, time or memory of what
 * ran before. QuickJS sees its own memory limit late, so the process is killed from outside, too.
 */
export function createCodeRunner(): CodeRunner {
  const pool = createPool<CodeTask, CodeAnswer>({
    start: () =>
      startProcess({ script: new URL("./code.process.ts", import.meta.url), memoryMb: 64, mayRead }),
    most: 2,
    mostEach: 1,
    timeoutMs: 5000,
    idleMs: 30_000,
  });
  return {
    run: async ({ code, inputs }, asker) =>
      pool.run({ code, inputs: JSON.stringify(inputs) }, asker).catch((error: unknown) => {
        if (error instanceof RunnerFault) return { problem: sentences[error.reason] };
        throw error;
      }),
    close: () => pool.close(),
  };
}

/** The program itself; the data folder is not among them. */
const mayRead = ["server/", "shared/", "node_modules/", "package.json"].map(
  (place) => new URL(`../../../${place}`, import.meta.url),
);

const sentences: Record<RunnerFault["reason"], string> = {
  timeout: "The code took too long.",
  out_of_memory: "The code needs too much memory.",
  died: "The code could not be run. Try again.",
};
