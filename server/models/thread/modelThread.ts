import { Worker } from "node:worker_threads";
import type { Ask, Asking } from "../ask.ts";
import type { ChatPart } from "../chatModel.ts";
import { ModelFault } from "../fault.ts";
import { readFault } from "./messages.ts";
import type { Said, ThreadData, Told } from "./messages.ts";

/** A thread that asks models: what providers send is read, taken apart and checked beside the server's own work. */
export interface ModelThread {
  ask: Ask;
  close(): Promise<void>;
}

/** Makes the thread, which starts with the first question. Where it ends by itself, what it was asked is unavailable. */
export function createModelThread(data: ThreadData): ModelThread {
  const listeners = new Map<number, Listener>();
  let thread: Worker | undefined;
  let asked = 0;

  function start(): Worker {
    const started = new Worker(new URL("./models.worker.ts", import.meta.url), { workerData: data });
    const end = (cause?: unknown) => {
      if (thread !== started) return;
      thread = undefined;
      listeners.forEach((listener) => listener.fail(new ModelFault("unavailable", { cause })));
    };
    started.on("message", (saying: Said[]) => saying.forEach((said) => listeners.get(said.id)?.hear(said)));
    started.on("error", end);
    started.on("exit", () => end(new Error("The thread that asks models ended.")));
    return started;
  }

  async function* ask({ request: { signal, ...request }, ...asking }: Asking): AsyncGenerator<ChatPart> {
    signal.throwIfAborted();
    const worker = (thread ??= start());
    const id = (asked += 1);
    const listener = listen(signal);
    listeners.set(id, listener);
    worker.ref();
    try {
      worker.postMessage({ id, request, ...asking } satisfies Told);
      for (;;) {
        for (const part of await listener.take()) {
          yield part;
          if (part.type === "finish") return;
        }
      }
    } finally {
      listener.stop();
      listeners.delete(id);
      if (!listener.isOver()) worker.postMessage({ id, request: null } satisfies Told);
      if (listeners.size === 0) worker.unref();
    }
  }

  return { ask, close: async () => void (await thread?.terminate()) };
}

/** One question's ear. */
interface Listener {
  hear(said: Said): void;
  fail(reason: unknown): void;
  /** Resolves with what was said since the last time; rejects with the fault behind it, or the signal's reason. */
  take(): Promise<ChatPart[]>;
  /** Whether the last word was heard. */
  isOver(): boolean;
  stop(): void;
}

function listen(signal: AbortSignal): Listener {
  const parts: ChatPart[] = [];
  let failure: { reason: unknown } | undefined;
  let tell = () => {};
  let isOver = false;
  const fail = (reason: unknown) => {
    failure ??= { reason };
    tell();
  };
  // A signal made of several looks at all of them each time that it is asked.
  const leave = () => {
    parts.length = 0;
    failure = undefined;
    fail(signal.reason);
  };
  signal.addEventListener("abort", leave, { once: true });

  return {
    fail,
    isOver: () => isOver,
    hear(said) {
      isOver = "fault" in said || said.part.type === "finish";
      if (failure) return;
      if ("fault" in said) return fail(readFault(said.fault));
      parts.push(said.part);
      tell();
    },
    async take() {
      if (parts.length === 0 && !failure) await new Promise<void>((resolve) => (tell = resolve));
      if (parts.length === 0 && failure) throw failure.reason;
      return parts.splice(0);
    },
    stop: () => signal.removeEventListener("abort", leave),
  };
}
