import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createScheduler } from "./scheduler.ts";
import { createWheel } from "./wheel.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] }));
afterEach(() => void vi.useRealTimers());

const start = () =>
  createWheel({ name: "turns", roundMs: 400, parts: 4, scheduler: createScheduler({ report: fail }) });
const fail = (error: unknown) => {
  throw error;
};

it("calls each function once a round, at its own part of it", () => {
  const calls: string[] = [];
  const wheel = start();
  wheel.join(() => calls.push("a"));
  vi.advanceTimersByTime(200);
  wheel.join(() => calls.push("b"));
  vi.advanceTimersByTime(199);
  expect(calls).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual(["a"]);
  vi.advanceTimersByTime(200);
  expect(calls).toEqual(["a", "b"]);
  vi.advanceTimersByTime(400);
  expect(calls).toEqual(["a", "b", "a", "b"]);
});

it("makes up for a timer that comes late", () => {
  const calls: string[] = [];
  const wheel = start();
  for (const name of ["a", "b", "c"]) {
    wheel.join(() => calls.push(name));
    vi.advanceTimersByTime(100);
  }
  vi.setSystemTime(Date.now() + 200);
  vi.advanceTimersByTime(100);
  expect(calls).toEqual(["a", "b", "c"]);
});

it("forgets who leaves, and has no timer while nobody is there", () => {
  const wheel = start();
  const turn = vi.fn();
  const leave = wheel.join(turn);
  const leaveToo = wheel.join(() => {});
  leave();
  leave();
  vi.advanceTimersByTime(400);
  expect(turn).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(1);
  leaveToo();
  expect(vi.getTimerCount()).toBe(0);
  wheel.join(turn);
  vi.advanceTimersByTime(400);
  expect(turn).toHaveBeenCalledOnce();
});
