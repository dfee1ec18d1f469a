import { expect, it } from "vitest";
import { guardSink } from "./guardSink.ts";

const fail = (): never => {
  throw new Error("The collector is gone.");
};
const work = { kind: "answer" } as const;

it("does the work once and gives what it gives, whatever the sink throws, and reports the first fault only", async () => {
  const reported: unknown[] = [];
  const report = (error: unknown) => reported.push(error);
  const sinks = [
    guardSink({ around: fail, ended: fail, statement: fail, streams: fail }, report),
    guardSink({ around: async (_work, _told, act) => (await act(), fail()) }, report),
  ];
  for (const sink of sinks) {
    let done = 0;
    const act = async () => (done += 1);
    expect(await sink.around?.(work, {}, act)).toBe(1);
    expect(done).toBe(1);
    sink.ended?.({ work, told: {}, ms: 1, hasFailed: false });
    sink.statement?.({ sql: "select 1", ms: 1, way: "read" });
    sink.streams?.(1);
  }
  expect(reported).toHaveLength(2);
});

it("throws the work's own fault, and does not report it", async () => {
  const reported: unknown[] = [];
  const sink = guardSink({ around: (_work, _told, act) => act() }, (error) => reported.push(error));
  const act = () => Promise.reject(new Error("The model is gone."));
  await expect(sink.around?.(work, {}, act)).rejects.toThrow("The model is gone.");
  expect(reported).toEqual([]);
});
