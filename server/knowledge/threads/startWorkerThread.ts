import { Worker } from "node:worker_threads";
import type { Runner } from "./pool.ts";
import { RunnerFault } from "./RunnerFault.ts";

/**
 * Starts a thread for work that we trust: our own code on our own rows. It shares the process: where it
 * runs out of memory the server can end with it, so documents of strangers get a process instead.
 * The module answers every message with exactly one message.
 */
export function startWorkerThread<Task, Answer>(script: URL, data: unknown): Runner<Task, Answer> {
  const worker = new Worker(script, { workerData: data });
  let answer: PromiseWithResolvers<Answer> | undefined;
  worker.on("message", (message: Answer) => answer?.resolve(message));
  worker.on("error", (error) => answer?.reject(new RunnerFault("died", error)));
  const ended = new Promise<void>((resolve) => {
    worker.once("exit", () => {
      answer?.reject(new RunnerFault("died"));
      resolve();
    });
  });
  return {
    ask: (task) => {
      answer = Promise.withResolvers();
      worker.postMessage(task);
      return answer.promise;
    },
    ended,
    stop: () => void worker.terminate(),
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
  };
}
