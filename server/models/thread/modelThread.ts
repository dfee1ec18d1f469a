import { Worker } from "node:worker_threads";
import type { Ask, Asking } from "../ask.ts";
import type { ChatPart } from "../chatModel.ts";
import { ModelFault } from "../fault.ts";
import { readFault } from "./messages.ts";
import type { FromThread, Said, ThreadData, Told } from "./messages.ts";

/** A thread that asks models: what providers send is read, taken apart and checked beside the server's own work. */
export interface ModelThread {
  ask: Ask;
  /** Ends it for good; whoever still waits, or asks after that, is told that no model is available. */
  close(): Promise<void>;
}

/** Makes the thread, which starts with the first question. Where it ends by itself, what it was asked is unavailable. */
export function createModelThread(data: ThreadData, report: (error: Error) => void): ModelThread {
  const listeners = new Map<number, Listener>();
  let thread: Worker | undefined;
  let asked = 0;
  let isClosed = false;

  function start(): Worker {
    const started = new Worker(new URL("./models.worker.ts", import.meta.url), { workerData: data });
    const end = (cause?: unknown) => {
      if (thread !== started) return;
      thread = undefined;
      listeners.forEach((listener) => listener.fail(new ModelFault("unavailable", { cause })));
    };
    started.on("message", (message: FromThread) => {
      if (Array.isArray(message)) message.forEach((said) => listeners.get(said.id)?.hear(said));
      else report(new Error(`In the thread that asks models: ${message.unhandled}`));
    });
    started.on("error", (error: Error) => {
      report(error);
      end(error);
    });
    started.on("exit", () => end(new Error("The thread that asks models ended.")));
    return started;
  }

  async function* ask({ request: { signal, ...request }, ...asking }: Asking): AsyncGenerator<ChatPart> {
    signal.throwIfAborted();
    if (isClosed) throw new ModelFault("unavailable");
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
          listener.throwIfLeft();
        }
      }
    } finally {
      listener.stop();
      listeners.delete(id);
      if (!listener.isOver()) worker.postMessage({ id, request: null } satisfies Told);
      if (listeners.size === 0) worker.unref();
    }
  }

  return {
    ask,
    async close() {
      isClosed = true;
      await thread?.terminate();
    },
  };
}

/** One question's ear. */
interface Listener {
  hear(said: Said): void;
  fail(reason: unknown): void;
  /** Resolves with what was said since the last time; rejects with the fault behind it, or the signal's reason. */
  take(): Promise<ChatPart[]>;
  /** Throws the signal's reason where it has ended. */
  throwIfLeft(): void;
  /** Whether the last word was heard. */
  isOver(): boolean;
  stop(): void;
}

function listen(signal: AbortSignal): Listener {
  const parts: ChatPart[] = [];
  let failure: { reason: unknown } | undefined;
  let tell = () => {};
  let isOver = false;
  let hasLeft = false;
  const fail = (reason: unknown) => {
    failure ??= { reason };
    tell();
  };
  // A signal made of several looks at all of them each time that it is asked.
  const leave = () => {
    hasLeft = true;
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
    throwIfLeft() {
      if (hasLeft) throw signal.reason;
    },
    stop: () => signal.removeEventListener("abort", leave),
  };
}
