import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { countBytes } from "./countBytes.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Reads all that comes, and gives how much it was or how it ended. */
async function drain(body: ReadableStream<Uint8Array>, sizeBytes: number): Promise<number> {
  let bytes = 0;
  for await (const chunk of countBytes(body, sizeBytes)) bytes += chunk.byteLength;
  return bytes;
}

/** A body that gives one byte each time this long has passed. */
function drip(everyMs: number): ReadableStream<Uint8Array> {
  let timer: NodeJS.Timeout;
  return new ReadableStream({
    start: (to) => void (timer = setInterval(() => to.enqueue(new Uint8Array(1)), everyMs)),
    cancel: () => clearInterval(timer),
  });
}

describe("E7: a file that comes slowly", () => {
  it("is given up where nothing comes for half a minute", async () => {
    const read = expect(drain(drip(40_000), 10)).rejects.toMatchObject({ code: "timeout" });
    await vi.advanceTimersByTimeAsync(30_000);
    await read;
  });

  it("is given up after five minutes, however steadily it drips", async () => {
    const read = expect(drain(drip(1000), 21_000_000)).rejects.toMatchObject({ code: "timeout" });
    await vi.advanceTimersByTimeAsync(5 * 60_000 + 1000);
    await read;
  });

  it("is taken where it comes in time", async () => {
    const slow = new ReadableStream<Uint8Array>({
      async start(to) {
        for (let count = 0; count < 20; count += 1) {
          await new Promise((resolve) => setTimeout(resolve, 10_000)); // a slow sender; the time is faked
          to.enqueue(new Uint8Array(1));
        }
        to.close();
      },
    });
    const read = drain(slow, 20);
    await vi.advanceTimersByTimeAsync(200_000);
    expect(await read).toBe(20);
  });
});
