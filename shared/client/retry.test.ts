import { describe, expect, it } from "vitest";
import { RequestError } from "./requestError.ts";
import { isPassing, retry } from "./retry.ts";

/**
 * Runs attempts of which the first `failures` fail; gives what came of it, how many were made and the waits between.
 */
async function run(failures: number, options: { attempts?: number; delayMs?: number } = {}) {
  const waits: number[] = [];
  let made = 0;
  const attempt = async () => {
    made += 1;
    if (made <= failures) throw new Error(`failure ${made}`);
    return "done";
  };
  const wait = async (ms: number) => void waits.push(ms);
  const outcome = await retry(attempt, { wait, isWorthAnother: () => true, ...options }).catch(
    (error: Error) => error.message,
  );
  return { outcome, made, waits };
}

describe("the retry helper", () => {
  it.each([
    [0, { outcome: "done", made: 1, waits: [] }],
    [2, { outcome: "done", made: 3, waits: [1000, 1000] }],
    [9, { outcome: "failure 3", made: 3, waits: [1000, 1000] }],
  ])("makes three attempts, 1000 ms apart, when %i fail: %j", async (failures, expected) => {
    expect(await run(failures)).toEqual(expected);
  });

  it("makes as many as it is told to", async () => {
    expect(await run(9, { attempts: 2, delayMs: 5 })).toEqual({
      outcome: "failure 2",
      made: 2,
      waits: [5],
    });
  });

  it("gives up at once what is not worth another try, or not wanted any more", async () => {
    const fail = () => Promise.reject(new Error("no"));
    const wait = () => Promise.reject(new Error("waited"));
    await expect(retry(fail, { wait, isWorthAnother: () => false })).rejects.toThrow("no");
    const aborted = AbortSignal.abort();
    await expect(retry(fail, { wait, isWorthAnother: () => true, signal: aborted })).rejects.toThrow("no");
  });

  it.each([
    ["offline", 0, true],
    ["timeout", 0, true],
    ["unavailable", 503, true],
    ["internal", 500, false],
    ["invalid_input", 400, false],
  ] as const)("%s (%i) passes by itself: %s", (code, status, expected) => {
    expect(isPassing(new RequestError(code, "No.", { status }))).toBe(expected);
  });
});
