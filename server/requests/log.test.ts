import { setImmediate } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { gatherLines } from "./log.ts";

it("writes the lines of one turn together, in order, and those of the next one by themselves", async () => {
  const write = vi.fn();
  const line = gatherLines(write);
  line("one\n");
  line("two\n");
  expect(write).not.toHaveBeenCalled();
  await setImmediate();
  line("three\n");
  await setImmediate();
  expect(write.mock.calls).toEqual([["one\ntwo\n"], ["three\n"]]);
});

it("writes what is left when the process ends, once", async () => {
  const write = vi.fn();
  const others = process.listeners("exit");
  const line = gatherLines(write);
  const flush = process.listeners("exit").find((listener) => !others.includes(listener));
  line("last words\n");
  flush?.(0);
  await setImmediate();
  expect(write.mock.calls).toEqual([["last words\n"]]);
});
