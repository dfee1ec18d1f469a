import { chooseNext, countPlaces, createTurnOrder } from "../../jobs/share.ts";
import { RunnerFault } from "./RunnerFault.ts";

/** Something that works beside the server, a thread or a process, on one task at a time. */
export interface Runner<Task, Answer> {
  /** Resolves with the answer; rejects with a RunnerFault when the runner ended before it. */
  ask(task: Task): Promise<Answer>;
  /** Resolves when the runner has ended, by itself or by `stop`. */
  ended: Promise<void>;
  stop(): void;
  /** Whether the server waits for it when it has nothing else to do. */
  hold(isHeld: boolean): void;
}

export interface PoolOptions<Task, Answer> {
  start: () => Runner<Task, Answer>;
  most: number;
  /** How many of them one organization may have at a time; all of them when it is not given. */
  mostEach?: number;
  /** A task that takes longer ends with its runner. */
  timeoutMs: number;
  /** After this long without work a runner is ended, and its memory given back. */
  idleMs?: number;
}

/** The organization of a task, and what cancels the wait for it. */
export interface Asker {
  organizationId: string;
  signal?: AbortSignal;
}

/** Runners for heavy work. Whatever a task does to its runner, the server lives and the next task gets a new one. */
export interface Pool<Task, Answer> {
  /**
   * Gives a task to the next free runner; rejects with a RunnerFault when that gave no answer. Organizations take turns,
   * so that one with many or slow tasks does not hold up the others.
   */
  run(task: Task, asker: Asker): Promise<Answer>;
  close(): Promise<void>;
}

interface Job<Task, Answer> {
  task: Task;
  organizationId: string;
  since: number;
  signal: AbortSignal | undefined;
  resolve: (answer: Answer) => void;
  reject: (reason: unknown) => void;
}

/** Makes a pool; its runners start with the first tasks that need them. */
export function createPool<Task, Answer>(options: PoolOptions<Task, Answer>): Pool<Task, Answer> {
  const waiting: Job<Task, Answer>[] = [];
  const idle = new Map<Runner<Task, Answer>, NodeJS.Timeout | undefined>();
  const all = new Set<Runner<Task, Answer>>();
  const underWay = new Set<Job<Task, Answer>>();
  const turns = createTurnOrder();
  let asked = 0;
  let isClosed = false;

  function startNext(): void {
    while (!isClosed && (idle.size > 0 || all.size < options.most)) {
      const job = takeNext();
      if (!job) return;
      void work(takeIdle() ?? start(), job);
    }
  }

  function takeNext(): Job<Task, Answer> | undefined {
    const firsts = new Map<string, Job<Task, Answer>>();
    for (const job of waiting) if (!firsts.has(job.organizationId)) firsts.set(job.organizationId, job);
    const order = turns.sort([...firsts.values()]).map(({ organizationId }) => organizationId);
    const { mostEach = Infinity } = options;
    const next = firsts.get(chooseNext(order, { places: countPlaces([...underWay]), mostEach }) ?? "");
    if (!next) return undefined;
    waiting.splice(waiting.indexOf(next), 1);
    turns.took(next.organizationId);
    return next;
  }

  function takeIdle(): Runner<Task, Answer> | undefined {
    for (const [runner, timer] of idle) {
      clearTimeout(timer);
      idle.delete(runner);
      return runner;
    }
    return undefined;
  }

  function start(): Runner<Task, Answer> {
    const runner = options.start();
    all.add(runner);
    void runner.ended.then(() => {
      all.delete(runner);
      clearTimeout(idle.get(runner));
      idle.delete(runner);
      startNext();
    });
    return runner;
  }

  async function work(runner: Runner<Task, Answer>, job: Job<Task, Answer>): Promise<void> {
    runner.hold(true);
    underWay.add(job);
    try {
      job.resolve(await askInTime(runner, { ...job, timeoutMs: options.timeoutMs }));
      rest(runner);
    } catch (error) {
      runner.stop();
      job.reject(error);
    }
    underWay.delete(job);
    startNext();
  }

  function rest(runner: Runner<Task, Answer>): void {
    runner.hold(false);
    idle.set(runner, options.idleMs ? setTimeout(() => runner.stop(), options.idleMs).unref() : undefined);
  }

  return {
    run: (task, { organizationId, signal }) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new RunnerFault("died"));
        if (signal?.aborted) return reject(signal.reason);
        waiting.push({ task, organizationId, since: ++asked, signal, resolve, reject });
        startNext();
      }),
    close: async () => {
      isClosed = true;
      waiting.splice(0).forEach((job) => job.reject(new RunnerFault("died")));
      for (const runner of all) {
        runner.hold(true);
        runner.stop();
      }
      await Promise.all([...all].map((runner) => runner.ended));
    },
  };
}

async function askInTime<Task, Answer>(
  runner: Runner<Task, Answer>,
  { task, signal, timeoutMs }: { task: Task; signal: AbortSignal | undefined; timeoutMs: number },
): Promise<Answer> {
  if (signal?.aborted) throw signal.reason;
  const stopped = Promise.withResolvers<never>();
  const handleAbort = () => stopped.reject(signal?.reason);
  const timer = setTimeout(() => stopped.reject(new RunnerFault("timeout")), timeoutMs);
  signal?.addEventListener("abort", handleAbort);
  try {
    return await Promise.race([runner.ask(task), stopped.promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", handleAbort);
  }
}
