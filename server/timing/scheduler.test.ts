import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createScheduler } from "./scheduler.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minuteMs = 60_000;

/** A scheduler whose clock is ahead of the timers by as much as a test says. */
function start() {
  const failed: unknown[] = [];
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const scheduler = createScheduler({ now, report: (error) => void failed.push(error) });
  const moveBy = (ms: number) => void (ahead += ms);
  const advance = (ms: number) => {
    moveBy(ms);
    return scheduler.catchUp();
  };
  return { scheduler, failed, moveBy, advance };
}

describe("the scheduler", () => {
  it("does a task every so often until it is ended", async () => {
    const { scheduler } = start();
    const work = vi.fn();
    const end = scheduler.every({ name: "look", everyMs: minuteMs, work });
    await vi.advanceTimersByTimeAsync(minuteMs - 1);
    expect(work).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(minuteMs + 1);
    expect(work).toHaveBeenCalledTimes(2);
    await end();
    await vi.advanceTimersByTimeAsync(2 * minuteMs);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it("does what is due at once where the clock is moved, and once however far", async () => {
    const { scheduler, advance } = start();
    const work = vi.fn(async () => {});
    const end = scheduler.every({ name: "look", everyMs: minuteMs, work });
    await advance(minuteMs - 1);
    expect(work).not.toHaveBeenCalled();
    await advance(1);
    expect(work).toHaveBeenCalledTimes(1);
    await advance(10 * minuteMs);
    expect(work).toHaveBeenCalledTimes(2);
    await end();
  });

  it("never does a task twice at the same time, and waits for it at the end", async () => {
    const { scheduler, advance } = start();
    const { promise, resolve } = Promise.withResolvers<void>();
    const work = vi.fn(() => promise);
    const end = scheduler.every({ name: "look", everyMs: minuteMs, work });
    await vi.advanceTimersByTimeAsync(3 * minuteMs);
    const moved = advance(minuteMs);
    expect(work).toHaveBeenCalledTimes(1);
    const ended = vi.fn();
    const ending = end().then(ended);
    await vi.advanceTimersByTimeAsync(minuteMs);
    expect(ended).not.toHaveBeenCalled();
    resolve();
    await Promise.all([moved, ending]);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it("does first what was begun last, and leaves what waits longer than asked for", async () => {
    const { scheduler, moveBy } = start();
    const done: string[] = [];
    for (const [name, everyMs] of [
      ["look", 2000],
      ["prune", 60 * minuteMs],
      ["renew", 10_000],
    ] as const)
      scheduler.every({ name, everyMs, work: () => void done.push(name) });
    moveBy(120 * minuteMs);
    await scheduler.catchUp({ mostMs: minuteMs });
    expect(done).toEqual(["renew", "look"]);
    await scheduler.catchUp();
    expect(done).toEqual(["renew", "look", "prune"]);
  });

  it("names the task that failed, and does it again at its next time", async () => {
    const { scheduler, failed } = start();
    const cause = new Error("The database is away.");
    const work = vi.fn(() => {
      throw cause;
    });
    const end = scheduler.every({ name: "look", everyMs: minuteMs, work });
    await vi.advanceTimersByTimeAsync(2 * minuteMs);
    expect(failed).toEqual([1, 2].map(() => new Error("The task “look” failed.", { cause })));
    await end();
  });

  it("does work once after a time, by timer or by the moved clock, unless it is ended before", async () => {
    const { scheduler, advance } = start();
    const [timed, moved, ended] = [vi.fn(), vi.fn(), vi.fn()];
    scheduler.after({ name: "look", ms: minuteMs, work: timed });
    scheduler.after({ name: "look", ms: 2 * minuteMs, work: moved });
    scheduler.after({ name: "look", ms: minuteMs, work: ended })();
    await vi.advanceTimersByTimeAsync(minuteMs);
    await advance(minuteMs);
    await vi.advanceTimersByTimeAsync(5 * minuteMs);
    expect([timed, moved, ended].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
  });
});
