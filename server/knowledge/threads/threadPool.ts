import { Worker } from "node:worker_threads";
import { ThreadFault } from "./ThreadFault.ts";

export interface ThreadPoolOptions {
  /** The module that each thread runs; it answers every message with exactly one message. */
  script: URL;
  threads: number;
  /** Handed to each thread when it starts. */
  data?: unknown;
  /** A task that takes longer ends with its thread. */
  timeoutMs: number;
  /** A thread that holds more ends with its task, whether in JavaScript's heap or in buffers outside of it. */
  memoryMb?: number;
  /** A thread without work for so long is ended, and its memory given back. */
  idleMs?: number;
}

export interface RunOptions {
  signal?: AbortSignal | undefined;
  transfer?: readonly ArrayBuffer[];
}

/** Threads for heavy work. Whatever a task does to its thread, the server lives and the next task gets a new one. */
export interface ThreadPool<Task, Answer> {
  /** Runs a task on the next free thread; rejects with a ThreadFault when the thread gave no answer. */
  run(task: Task, options?: RunOptions): Promise<Answer>;
  close(): Promise<void>;
}

interface Job<Task, Answer> {
  task: Task;
  transfer: readonly ArrayBuffer[];
  resolve: (answer: Answer) => void;
  reject: (reason: unknown) => void;
  signal: AbortSignal | undefined;
}

/** Makes a pool; its threads start with the first tasks that need them. */
export function createThreadPool<Task, Answer>(options: ThreadPoolOptions): ThreadPool<Task, Answer> {
  const waiting: Job<Task, Answer>[] = [];
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  let isClosed = false;

  function startNext(): void {
    while (waiting.length > 0 && !isClosed) {
      const worker = idle.pop() ?? (all.size < options.threads ? startThread() : undefined);
      if (!worker) return;
      const job = waiting.shift();
      if (job) void work(worker, job);
    }
  }

  function startThread(): Worker {
    const worker = new Worker(options.script, {
      workerData: options.data,
      ...(options.memoryMb && { resourceLimits: { maxOldGenerationSizeMb: options.memoryMb } }),
    });
    all.add(worker);
    worker.on("error", () => {}); // told to the task that runs; an idle thread has nobody to tell
    worker.once("exit", () => {
      all.delete(worker);
      const place = idle.indexOf(worker);
      if (place >= 0) idle.splice(place, 1);
      startNext();
    });
    return worker;
  }

  async function work(worker: Worker, job: Job<Task, Answer>): Promise<void> {
    worker.ref();
    try {
      job.resolve(await askThread(worker, { job, ...options }));
      rest(worker);
    } catch (error) {
      void worker.terminate();
      job.reject(error);
    }
    startNext();
  }

  function rest(worker: Worker): void {
    worker.unref();
    idle.push(worker);
    if (!options.idleMs) return;
    const timer = setTimeout(() => {
      if (idle.includes(worker)) void worker.terminate();
    }, options.idleMs).unref();
    worker.once("message", () => clearTimeout(timer));
  }

  return {
    run: (task, { signal, transfer = [] } = {}) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new ThreadFault("died"));
        if (signal?.aborted) return reject(signal.reason);
        waiting.push({ task, transfer, resolve, reject, signal });
        startNext();
      }),
    close: async () => {
      isClosed = true;
      waiting.splice(0).forEach((job) => job.reject(new ThreadFault("died")));
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

/** Resolves with the thread's answer; rejects when the thread has to be given up. */
function askThread<Task, Answer>(
  worker: Worker,
  { job, timeoutMs, memoryMb }: { job: Job<Task, Answer>; timeoutMs: number; memoryMb?: number },
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const handleError = (error: { code?: string }) =>
    reject(new ThreadFault(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "out_of_memory" : "died", error));
  const handleExit = () => reject(new ThreadFault("died"));
  const handleAbort = () => reject(job.signal?.reason);
  const handleMessage = (answer: Answer) => resolve(answer);
  const timer = setTimeout(() => reject(new ThreadFault("timeout")), timeoutMs);
  const watch = memoryMb ? watchBuffers(worker, { memoryMb, reject }) : undefined;

  worker.on("message", handleMessage).on("error", handleError).on("exit", handleExit);
  job.signal?.addEventListener("abort", handleAbort);
  if (job.signal?.aborted) handleAbort();
  else worker.postMessage(job.task, job.transfer);

  return promise.finally(() => {
    clearTimeout(timer);
    clearInterval(watch);
    worker.off("message", handleMessage).off("error", handleError).off("exit", handleExit);
    job.signal?.removeEventListener("abort", handleAbort);
  });
}

/** resourceLimits bound JavaScript's heap only; an array of bytes lies outside of it. */
function watchBuffers(
  worker: Worker,
  { memoryMb, reject }: { memoryMb: number; reject: (fault: ThreadFault) => void },
): NodeJS.Timeout {
  const most = memoryMb * 1024 * 1024;
  const look = async () => {
    const statistics = await worker.getHeapStatistics().catch(() => undefined);
    if ((statistics?.external_memory ?? 0) > most) reject(new ThreadFault("out_of_memory"));
  };
  return setInterval(() => void look(), lookEveryMs);
}

const lookEveryMs = 100;
