/** A task that is done again and again. */
export interface Task {
  /** Tells in the log which task failed. */
  name: string;
  everyMs: number;
  work: () => unknown;
}

/** The one place of the server from which work is done again and again, or later. No timer keeps the process alive. */
export interface Scheduler {
  now(): number;
  /**
   * Does a task every so often, for the first time after that time. A run that is due while the one before is under way
   * is left out. The function this gives ends it, and resolves when no run is under way.
   */
  every(task: Task): () => Promise<void>;
  /** Does work once after a time, unless the function this gives is called before. */
  after(task: { name: string; ms: number; work: () => unknown }): () => void;
}

/** A scheduler whose clock can be moved, as tests do. */
export interface MovableScheduler extends Scheduler {
  /**
   * Does at once what is due by the clock, of what waits no longer than `mostMs`; resolves when it is done. What was begun
   * last comes first: work under way renews its lease before somebody looks for work whose process died.
   */
  catchUp(options?: { mostMs?: number }): Promise<void>;
}

export interface SchedulerOptions {
  now?: () => number;
  /** Is told of work that failed. The task continues at its next time. */
  report: (error: unknown) => void;
}

interface Waiting {
  waitMs: number;
  dueAt: number;
  isUnderWay: () => boolean;
  run: () => Promise<void> | undefined;
}

/** Makes a scheduler, which has one timer for each task. */
export function createScheduler({ now = Date.now, report }: SchedulerOptions): MovableScheduler {
  const waiting = new Set<Waiting>();

  /** Gives nothing where the work is done when it returns. */
  function attempt(name: string, work: () => unknown): Promise<void> | undefined {
    const fail = (cause: unknown) => report(new Error(`The task “${name}” failed.`, { cause }));
    try {
      const done = work();
      return done instanceof Promise ? done.then(() => {}, fail) : undefined;
    } catch (error) {
      fail(error);
      return undefined;
    }
  }

  return {
    now,
    every({ name, everyMs, work }) {
      let running: Promise<void> | undefined;
      const one: Waiting = {
        waitMs: everyMs,
        dueAt: now() + everyMs,
        isUnderWay: () => running !== undefined,
        run() {
          one.dueAt = now() + everyMs;
          running ??= attempt(name, work)?.finally(() => (running = undefined));
          return running;
        },
      };
      waiting.add(one);
      const timer = setInterval(() => void one.run(), everyMs);
      timer.unref();
      return async () => {
        clearInterval(timer);
        waiting.delete(one);
        await running;
      };
    },
    after({ name, ms, work }) {
      const end = () => {
        clearTimeout(timer);
        waiting.delete(one);
      };
      const one: Waiting = {
        waitMs: ms,
        dueAt: now() + ms,
        isUnderWay: () => false,
        run() {
          end();
          return attempt(name, work);
        },
      };
      const timer = setTimeout(() => void one.run(), ms);
      timer.unref();
      waiting.add(one);
      return end;
    },
    async catchUp({ mostMs = Infinity } = {}) {
      const due = [...waiting].filter(({ dueAt, waitMs }) => dueAt <= now() && waitMs <= mostMs);
      for (const one of due.toReversed()) {
        if (waiting.has(one) && !one.isUnderWay()) await one.run();
      }
    },
  };
}
