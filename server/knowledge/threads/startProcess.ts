import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Runner } from "./pool.ts";
import { RunnerFault } from "./RunnerFault.ts";

export interface ProcessOptions {
  /** The module that it runs; it answers every message with exactly one message. */
  script: URL;
  /** More than this, in JavaScript's heap or in bytes outside of it, ends the process. */
  memoryMb: number;
  /** The only folders and files that it may read. */
  mayRead: readonly URL[];
}

/**
 * Starts a process for work on what strangers sent. It has no secrets (an empty environment), no network,
 * writes no file and starts no program (Node's permission model), and takes nobody with it when it dies:
 * a thread that runs out of memory can end the whole server, whatever its limits say (tried).
 */
export function startProcess<Task, Answer>({
  script,
  memoryMb,
  mayRead,
}: ProcessOptions): Runner<Task, Answer> {
  const child = fork(fileURLToPath(new URL("./guard.ts", import.meta.url)), [script.href, String(memoryMb)], {
    execArgv: [
      `--max-old-space-size=${memoryMb}`,
      "--permission",
      "--allow-worker",
      ...mayRead.map((place) => `--allow-fs-read=${fileURLToPath(place)}`),
    ],
    env: {},
    serialization: "advanced",
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  let answer: PromiseWithResolvers<Answer> | undefined;
  child.on("message", (message) => answer?.resolve(message as Answer)); // the module's own answer
  child.on("error", (error) => answer?.reject(new RunnerFault("died", error)));
  const ended = new Promise<void>((resolve) => {
    child.once("exit", (_, signal) => {
      // The guard and the operating system kill for memory, V8 aborts.
      const isMemory = signal === "SIGKILL" || signal === "SIGABRT";
      answer?.reject(new RunnerFault(isMemory ? "out_of_memory" : "died"));
      resolve();
    });
  });
  return {
    ask: (task) => {
      answer = Promise.withResolvers();
      child.send(task as object, (error) => error && answer?.reject(new RunnerFault("died", error))); // a message
      return answer.promise;
    },
    ended,
    stop: () => void child.kill("SIGKILL"),
    hold: (isHeld) => {
      if (isHeld) child.ref();
      else child.unref();
      if (isHeld) child.channel?.ref();
      else child.channel?.unref();
    },
  };
}
