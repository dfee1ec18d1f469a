import { describe, expect, it } from "vitest";
import { readTogether } from "./readTogether.ts";

describe("a body that is read in larger pieces", () => {
  it("gives what has come until it is its turn as one piece", async () => {
    const { read, send, turn } = setUp();
    const asked = read(turn.promise);
    for (const text of ["a", "b", "c"]) await send(text);
    turn.resolve();
    expect(await asked).toBe("abc");
  });

  it("holds nothing back where nothing follows", async () => {
    const { read, send, turn } = setUp();
    const asked = read(turn.promise);
    await send("a");
    turn.resolve();
    expect(await asked).toBe("a");
    const next = read(Promise.resolve());
    await send("b");
    expect(await next).toBe("b");
  });

  it("waits for the first piece where its turn comes before", async () => {
    const { read, send } = setUp();
    const asked = read(Promise.resolve());
    await send("late");
    expect(await asked).toBe("late");
  });

  it("gives what came before the end, and then the end", async () => {
    const { read, send, body } = setUp();
    const asked = read(Promise.resolve());
    await send("a");
    body.close();
    expect(await asked).toBe("a");
    expect(await read(Promise.resolve())).toBeUndefined();
    expect(await read(Promise.resolve())).toBeUndefined();
  });

  it("throws what breaks it", async () => {
    const { read, send, body } = setUp();
    const asked = read(Promise.resolve());
    await send("a");
    expect(await asked).toBe("a");
    body.error(new Error("broken"));
    await expect(read(Promise.resolve())).rejects.toThrow("broken");
  });

  it("gathers no more than a bound, so that a provider is held that is quicker than its reader", async () => {
    const { read, send, turn, body } = setUp();
    const asked = read(turn.promise);
    await send("a".repeat(64 * 1024));
    await send("b");
    turn.resolve();
    expect((await asked)?.length).toBe(64 * 1024);
    expect(await read(Promise.resolve())).toBe("b");
    body.close();
  });
});

function setUp() {
  const turn = Promise.withResolvers<void>();
  let body: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
  if (!body) throw new Error("A stream starts at once.");
  const [controller, take] = [body, readTogether(stream.getReader())];
  return {
    turn,
    body: controller,
    /** Resolves once whoever reads could have taken it. */
    send: async (text: string) => {
      controller.enqueue(Buffer.from(text));
      await new Promise((resolve) => setImmediate(resolve));
    },
    read: async (turnOf: Promise<void>) => {
      const bytes = await take(turnOf);
      return bytes && Buffer.from(bytes).toString();
    },
  };
}
