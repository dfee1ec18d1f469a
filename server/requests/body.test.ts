import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { maxBodyBytes } from "../../shared/domain/limits.ts";
import { readBody } from "./body.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function post(body: RequestInit["body"], headers: Record<string, string> = {}): Request {
  return new Request("http://a/", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

describe("a body", () => {
  it("comes whole up to the limit", async () => {
    const bytes = new Uint8Array(maxBodyBytes).fill(120);
    expect((await readBody(post(bytes))).byteLength).toBe(maxBodyBytes);
    expect(await readBody(new Request("http://a/", { method: "POST" }))).toHaveLength(0);
  });

  it("E7: is 413 by what comes, and by what its length says", async () => {
    await expect(readBody(post(new Uint8Array(maxBodyBytes + 1)))).rejects.toMatchObject({ status: 413 });
    const lying = post("{}", { "content-length": "999999999" });
    await expect(readBody(lying)).rejects.toMatchObject({ status: 413 });
  });

  it("E7: is 408 when it drips, and is let go", async () => {
    let drip: NodeJS.Timeout | undefined;
    const cancel = vi.fn(() => clearInterval(drip));
    const dripping = new ReadableStream<Uint8Array>({
      start: (to) => void (drip = setInterval(() => to.enqueue(new Uint8Array(1)), 999)),
      cancel,
    });
    const reading = expect(readBody(post(dripping))).rejects.toMatchObject({ status: 408 });
    await vi.advanceTimersByTimeAsync(15_000);
    await reading;
    expect(cancel).toHaveBeenCalled();
  });

  describe("by a socket", () => {
    const asked = new Request("http://a/", { method: "POST" });

    it("comes whole, in however many pieces", async () => {
      const incoming = new PassThrough();
      const reading = readBody(asked, { incoming, maxBytes: 4 });
      incoming.write("ab");
      await Promise.resolve();
      incoming.end("cd");
      expect(String(await reading)).toBe("abcd");
    });

    it("E7: is 413 by what comes, and 408 when it drips, on a socket that stays for the answer", async () => {
      const large = new PassThrough();
      const refused = expect(readBody(asked, { incoming: large, maxBytes: 4 })).rejects.toMatchObject({
        status: 413,
      });
      large.write("abcde");
      await refused;
      const dripping = new PassThrough();
      const late = expect(readBody(asked, { incoming: dripping })).rejects.toMatchObject({ status: 408 });
      dripping.write("a");
      await vi.advanceTimersByTimeAsync(15_000);
      await late;
      for (const one of [large, dripping]) expect([one.destroyed, one.isPaused()]).toEqual([false, true]);
    });

    it("is given up where the client leaves, before as after the reading began", async () => {
      const left = new PassThrough();
      const reading = expect(readBody(asked, { incoming: left })).rejects.toMatchObject({ status: 408 });
      left.destroy();
      await reading;
      await expect(readBody(asked, { incoming: left })).rejects.toMatchObject({ status: 408 });
    });
  });
});
