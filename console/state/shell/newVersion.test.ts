import { afterEach, expect, it, vi } from "vitest";
import { connection } from "../platform/connection.ts";
import { newVersion, startWatchingVersion } from "./newVersion.ts";

let stop: () => void = () => {};

afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("gives up an answer about the version that does not come, and says nothing of it", async () => {
  const asked = Promise.withResolvers<AbortSignal>();
  vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => {
    asked.resolve(signal);
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  stop = startWatchingVersion();
  connection.isReachable = false;
  await Promise.resolve();
  connection.isReachable = true;
  const signal = await asked.promise;
  expect(signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(signal.aborted).toBe(true);
  expect(newVersion.isThere).toBe(false);
});
