import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { LiveEvent } from "../contract/conversations/conversations.ts";
import type { Client } from "./client.ts";
import type { LiveChange, LiveState } from "./liveEvents.ts";
import { openLiveEvents, silentForMs } from "./liveEvents.ts";
import { RequestError } from "./requestError.ts";

type Step = LiveEvent | Error | "silence" | "end";

/** Runs a connection against a script, one list of steps a stream; the last stream stays open without a word. */
async function runScript(streams: Step[][]) {
  const seen: LiveChange[] = [];
  const states: LiveState[] = [];
  const asked: unknown[] = [];
  const pauses: number[] = [];
  let fresh = 0;
  const connection = openLiveEvents({
    client: scriptedClient(streams, asked),
    productId: "a1",
    onEvent: (event) => seen.push(event),
    onReadAfresh: () => fresh++,
    onState: (state) => states.push(state),
    random: () => 1,
    // The silence of a stream is over only where the script says so; pauses between tries pass at once.
    wait: async (ms, signal) => {
      if (ms === silentForMs) return waitForSilence(signal);
      pauses.push(ms);
    },
  });
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(streams.length));
  connection.close();
  return {
    numbers: seen.map((event) => ("number" in event ? event.number : 0)),
    states,
    asked,
    pauses,
    fresh,
  };
}

let silence = Promise.withResolvers<void>();

function waitForSilence(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    signal?.addEventListener("abort", () => resolve());
    void silence.promise.then(resolve);
  });
}

function scriptedClient(streams: Step[][], asked: unknown[]): Client {
  const left = [...streams];
  return {
    call: () => Promise.reject(new Error("not called here")),
    async *stream(_call: unknown, input: { query?: unknown; signal?: AbortSignal; onActivity?: () => void }) {
      asked.push(input.query);
      for (const step of left.shift() ?? (["silence"] as Step[])) {
        if (step instanceof Error) throw step;
        if (step === "end") return;
        if (step === "silence")
          await stayOpen(input.signal, left.length === 0 && asked.length > streams.length);
        else {
          input.onActivity?.();
          yield step;
        }
      }
    },
  } as unknown as Client; // only what a live connection uses
}

async function stayOpen(signal: AbortSignal | undefined, isLast: boolean): Promise<void> {
  if (!isLast) {
    silence.resolve();
    silence = Promise.withResolvers();
  }
  await new Promise((resolve) => signal?.addEventListener("abort", resolve));
  throw new RequestError("cancelled", "given up");
}

/** A connection to an agent whose events don't matter. */
const ignoring = { productId: "a1", onEvent: () => undefined, onReadAfresh: () => undefined };
const ready = (number: number): LiveEvent => ({ type: "ready", number });
const agent = (number: number): LiveEvent => ({ type: "agent", number });

describe("a live connection", () => {
  it("goes on from the last event it saw", async () => {
    const { asked, numbers } = await runScript([[ready(5), agent(6), agent(7), "end"]]);
    expect(numbers).toEqual([6, 7]);
    expect(asked).toEqual([{}, { after: 7 }]);
  });

  it("goes on from the newest number where nothing happened yet", async () => {
    const { asked } = await runScript([[ready(5), new RequestError("offline", "cut")]]);
    expect(asked).toEqual([{}, { after: 5 }]);
  });

  it("gives an event once, though the server may send it twice", async () => {
    const { numbers } = await runScript([
      [ready(5), agent(6), "end"],
      [ready(8), agent(6), agent(7), agent(8), agent(8), "end"],
    ]);
    expect(numbers).toEqual([6, 7, 8]);
  });

  it("does not skip what happened while it was away", async () => {
    const { numbers } = await runScript([
      [ready(5), "end"],
      [ready(9), agent(6), agent(9), "end"],
    ]);
    expect(numbers).toEqual([6, 9]);
  });

  it("says so when lists must be read again, and goes on from there", async () => {
    const { fresh, asked } = await runScript([
      [ready(5), "end"],
      [ready(900), { type: "readAfresh", number: 900 }, agent(901), "end"],
    ]);
    expect(fresh).toBe(1);
    expect(asked.at(-1)).toEqual({ after: 901 });
  });

  it("pauses longer from try to try, and starts over once it is live", async () => {
    const cut = new RequestError("offline", "cut");
    const { pauses } = await runScript([[cut], [cut], [cut], [ready(1), cut], [cut]]);
    expect(pauses).toEqual([1000, 2000, 4000, 1000, 2000]);
  });

  it("waits as long as the server asks for", async () => {
    const busy = new RequestError("unavailable", "busy", { status: 503, retryAfterSeconds: 12 });
    expect((await runScript([[busy]])).pauses).toEqual([12_000]);
  });

  it("takes a stream that is silent for 30 s for dead", async () => {
    const { asked, states } = await runScript([[ready(5), agent(6), "silence"]]);
    expect(asked).toEqual([{}, { after: 6 }]);
    expect(states).toContain("waiting");
  });

  it("is opened again at once, without a pause, when it is told to, and goes on from there", async () => {
    const asked: unknown[] = [];
    const pauses: number[] = [];
    let silentStreams = 0;
    const client = {
      async *stream(_call: unknown, { query, signal }: { query?: unknown; signal?: AbortSignal }) {
        asked.push(query);
        yield* [ready(5), agent(6)];
        silentStreams += 1;
        await stayOpen(signal, true);
      },
    } as unknown as Client; // only what a live connection uses
    const connection = openLiveEvents({
      client,
      ...ignoring,
      wait: async (ms, signal) => {
        if (ms !== silentForMs) pauses.push(ms);
        await stayOpen(signal, true).catch(() => undefined);
      },
    });
    await vi.waitFor(() => expect(silentStreams).toBe(1));
    connection.reconnect();
    await vi.waitFor(() => expect(asked).toEqual([{}, { after: 6 }]));
    connection.close();
    expect(pauses).toEqual([]);
  });

  it("tries again when the network is back, also where a try hangs, and leaves a live stream alone", async () => {
    const network = new EventTarget();
    vi.stubGlobal("addEventListener", network.addEventListener.bind(network));
    vi.stubGlobal("removeEventListener", network.removeEventListener.bind(network));
    onTestFinished(() => void vi.unstubAllGlobals());
    const streams = ["hangs", "is cut", "stays"];
    const states: LiveState[] = [];
    const cut = Promise.withResolvers<void>();
    const client = {
      async *stream(_call: unknown, { signal }: { signal?: AbortSignal }) {
        const stream = streams.shift();
        if (stream !== "hangs") yield ready(5);
        if (stream === "is cut") await cut.promise;
        else await stayOpen(signal, true);
      },
    } as unknown as Client; // only what a live connection uses
    const connection = openLiveEvents({
      client,
      ...ignoring,
      onState: (state) => states.push(state),
      wait: (_ms, signal) => stayOpen(signal, true).catch(() => undefined),
    });
    const comeBack = () => network.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(streams).toHaveLength(2));
    comeBack();
    await vi.waitFor(() => expect(states).toEqual(["connecting", "connecting", "live"]));
    states.length = 0;
    comeBack();
    cut.resolve();
    await vi.waitFor(() => expect(states).toEqual(["waiting"]));
    states.length = 0;
    comeBack();
    await vi.waitFor(() => expect(states).toEqual(["connecting", "live"]));
    connection.close();
  });

  it.each([401, 403, 404])("ends for good on %i", async (status) => {
    const states: LiveState[] = [];
    const asked: unknown[] = [];
    const error = new RequestError("forbidden", "no", { status });
    openLiveEvents({
      client: scriptedClient([[error]], asked),
      ...ignoring,
      onState: (state) => states.push(state),
    });
    await vi.waitFor(() => expect(states).toEqual(["connecting", "ended"]));
    expect(asked).toHaveLength(1);
  });
});
