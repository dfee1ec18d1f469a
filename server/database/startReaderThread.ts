import { Worker } from "node:worker_threads";
import type { ReaderAnswer, ReaderQuestion } from "./createReader.ts";
import { tooSlow } from "./faults.ts";

/** A question to the database, and who waits for its rows. */
export interface ReaderJob {
  question: ReaderQuestion;
  resolve: (rows: unknown[]) => void;
  reject: (error: Error) => void;
}

/** A thread that reads. */
export interface ReaderThread {
  /** Sends one statement; `done` hears whether the thread can be used again. */
  ask(job: ReaderJob, done: (usable: boolean) => void): void;
  stop(): Promise<unknown>;
}

/** Starts a thread with a read-only connection of its own; a statement is given up after `longestMs`. */
export function startReaderThread(path: string, longestMs: number): ReaderThread {
  const worker = new Worker(new URL("./reader.worker.ts", import.meta.url), { workerData: { path } });
  worker.unref();
  let finish: ((answer: ReaderAnswer | Error) => void) | undefined;
  worker.on("message", (answer: ReaderAnswer) => finish?.(answer));
  worker.on("error", (error) => finish?.(error instanceof Error ? error : new Error(String(error))));
  worker.on("exit", () => finish?.(new Error("The thread that read the database ended.")));
  return {
    ask: ({ question, resolve, reject }, done) => {
      const late = Object.assign(new Error("The statement took too long."), { code: tooSlow });
      const timer = setTimeout(() => finish?.(late), longestMs);
      finish = (answer) => {
        finish = undefined;
        clearTimeout(timer);
        worker.unref();
        done(!(answer instanceof Error));
        if (answer instanceof Error) reject(answer);
        else if (answer.rows) resolve(answer.rows);
        else reject(Object.assign(new Error(answer.message), answer.fields));
      };
      worker.ref();
      worker.postMessage(question);
    },
    stop: () => worker.terminate(),
  };
}
