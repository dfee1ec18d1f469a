import { Worker } from "node:worker_threads";
import type { Ask } from "../ask.ts";
import type { Hear } from "../chatModel.ts";
import { ModelFault } from "../fault.ts";
import { readFault } from "./messages.ts";
import type { FromThread, Said, ThreadData, Told } from "./messages.ts";

/** A thread that asks models: what providers send is read, taken apart and checked beside the server's own work. */
export interface ModelThread {
  ask: Ask;
  /** Ends it for good; pending and later requests get the error that no model is available. */
  close(): Promise<void>;
}

/** One question that is under way. */
interface Open {
  hear: Hear;
  /** Ends it with this error, or well. */
  end(failure?: { error: unknown }): void;
}

/** Makes the thread, which starts with the first question. Where it ends by itself, what it was asked is unavailable. */
export function createModelThread(data: ThreadData, report: (error: Error) => void): ModelThread {
  const open = new Map<number, Open>();
  let thread: Worker | undefined;
  let asked = 0;
  let isClosed = false;

  function start(): Worker {
    const started = new Worker(new URL("./models.worker.ts", import.meta.url), { workerData: data });
    const end = (cause?: unknown) => {
      if (thread !== started) return;
      thread = undefined;
      open.forEach((one) => one.end({ error: new ModelFault("unavailable", { cause }) }));
    };
    started.on("message", (message: FromThread) => {
      if (Array.isArray(message)) message.forEach(hear);
      else report(new Error(`In the thread that asks models: ${message.unhandled}`));
    });
    started.on("error", (error: Error) => {
      report(error);
      end(error);
    });
    started.on("exit", () => end(new Error("The thread that asks models ended.")));
    return started;
  }

  function hear(said: Said): void {
    const one = open.get(said.id);
    if (!one) return;
    if ("fault" in said) return one.end({ error: readFault(said.fault) });
    try {
      one.hear(said.part);
    } catch (error) {
      leave(said.id, error);
    }
    if (said.part.type === "finish") one.end();
  }

  /** The caller has stopped waiting. */
  function leave(id: number, error: unknown): void {
    open.get(id)?.end({ error });
    thread?.postMessage({ id, request: null } satisfies Told);
  }

  function ask(
    { request: { signal, ...request }, ...asking }: Parameters<Ask>[0],
    hearPart: Hear,
  ): Promise<void> {
    signal.throwIfAborted();
    if (isClosed) throw new ModelFault("unavailable");
    const worker = (thread ??= start());
    const id = (asked += 1);
    return new Promise((resolve, reject) => {
      const abort = () => leave(id, signal.reason);
      const end: Open["end"] = (failure) => {
        signal.removeEventListener("abort", abort);
        open.delete(id);
        if (open.size === 0) worker.unref();
        if (failure) reject(failure.error);
        else resolve();
      };
      worker.postMessage({ id, request, ...asking } satisfies Told);
      signal.addEventListener("abort", abort, { once: true });
      open.set(id, { hear: hearPart, end });
      worker.ref();
    });
  }

  return {
    // What is refused before it is asked rejects too.
    ask: async (asking, hearPart) => ask(asking, hearPart),
    async close() {
      isClosed = true;
      await thread?.terminate();
    },
  };
}
