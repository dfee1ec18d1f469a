import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AppError } from "../../shared/errors/errors.ts";
import { answerEvents, createTurns } from "./events.ts";
import { sendEvents } from "./eventsAnswer.ts";
import { createScheduler } from "../timing/scheduler.ts";

beforeEach(
  () =>
    void vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval", "Date"] }),
);
afterEach(() => void vi.useRealTimers());

const heartbeat = ":\n\n";

/** An answer of these events, with hands on what may happen to it. */
async function open(events: AsyncIterable<unknown>, mayStay = async () => true) {
  const gone = new AbortController();
  const thrown: unknown[] = [];
  const end = vi.fn();
  const report = (error: unknown) => void thrown.push(error);
  const turns = createTurns(createScheduler({ report: console.error }));
  const options = { requestId: "r1", ending: { stopping: gone.signal, end }, mayStay, report, turns };
  const response = sendEvents(await answerEvents(events, options), undefined);
  return { response, gone, thrown, end };
}

/** Events that come when they are told to. */
function byHand() {
  let wake = () => {};
  const waiting: unknown[] = [];
  const state = { returned: false, asked: 0 };
  async function* events() {
    try {
      for (;;) {
        state.asked += 1;
        while (waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
        yield waiting.shift();
      }
    } finally {
      state.returned = true;
    }
  }
  const give = (event: unknown) => {
    waiting.push(event);
    wake();
  };
  return { events: events(), give, state };
}

async function readSome(response: Response) {
  const reader = response.body?.getReader();
  if (!reader) throw new Error("no body");
  return {
    next: async () => new TextDecoder().decode((await reader.read()).value),
    cancel: () => reader.cancel(),
  };
}

describe("a stream of events", () => {
  it("writes the type as event and the rest as data, and ends with the iterator", async () => {
    async function* events() {
      yield { type: "delta", offset: 0, text: "line\nbreak" };
      yield { type: "done" };
    }
    const { response, end } = await open(events());
    expect(response.headers.get("content-type")).toBe("text/event-stream");
    expect(await response.text()).toBe(
      'event: delta\ndata: {"offset":0,"text":"line\\nbreak"}\n\nevent: done\ndata: {}\n\n',
    );
    expect(end).toHaveBeenCalled();
  });

  it("answers with a status what goes wrong before the first event", async () => {
    async function* events() {
      await setImmediate();
      throw new AppError("not_found");
      yield 1;
    }
    await expect(open(events())).rejects.toMatchObject({ code: "not_found" });
  });

  it("lets go of events that go wrong before the first one", async () => {
    const events = { next: () => Promise.reject(new AppError("not_found")), return: vi.fn() };
    await expect(open({ [Symbol.asyncIterator]: () => events })).rejects.toThrow();
    expect(events.return).toHaveBeenCalledOnce();
  });

  it("says as an event what goes wrong later, without what people may not see", async () => {
    async function* events() {
      yield { type: "ready" };
      throw new Error("secret of the server");
    }
    const { response, thrown } = await open(events());
    const text = await response.text();
    expect(text).toContain('event: error\ndata: {"code":"internal"');
    expect(text).not.toContain("secret");
    expect(thrown).toMatchObject([{ message: "secret of the server" }]);
  });

  it("sends a heartbeat while nothing happens", async () => {
    const { events, give } = byHand();
    give({ type: "ready" });
    const reader = await readSome((await open(events)).response);
    expect(await reader.next()).toContain("ready");
    vi.advanceTimersByTime(15_000);
    expect(await reader.next()).toBe(heartbeat);
    vi.advanceTimersByTime(15_000);
    expect(await reader.next()).toBe(heartbeat);
    give({ type: "late" });
    expect(await reader.next()).toContain("late");
  });

  it("begins without an event when none comes at once", async () => {
    const { events, give } = byHand();
    const opening = open(events);
    await setImmediate();
    vi.advanceTimersByTime(1000);
    const { response } = await opening;
    const reader = await readSome(response);
    give({ type: "first" });
    expect(await reader.next()).toContain("first");
  });

  it("lets go of its events when the client leaves, and when the server stops", async () => {
    for (const leave of ["cancel", "abort"] as const) {
      const { events, give, state } = byHand();
      give({ type: "ready" });
      const { response, gone, end } = await open(events);
      end.mockImplementation(() => give({ type: "woken" }));
      const reader = await readSome(response);
      await reader.next();
      if (leave === "cancel") await reader.cancel();
      else gone.abort();
      await setImmediate();
      expect(end).toHaveBeenCalledOnce();
      expect(state.returned).toBe(true);
    }
  });

  it("asks for no more than fits in its buffer when nobody reads, and gives up after a minute", async () => {
    let asked = 0;
    async function* events() {
      for (;;) yield { type: "big", asked: (asked += 1), text: "x".repeat(10_000) };
    }
    const { end } = await open(events());
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    expect(asked).toBeLessThan(10);
    vi.advanceTimersByTime(60_000);
    expect(end).not.toHaveBeenCalled();
    vi.advanceTimersByTime(30_000);
    expect(end).toHaveBeenCalledOnce();
  });

  it("is cut, with what waits, when its reader has taken nothing for a minute", async () => {
    const { events, give } = byHand();
    give({ type: "ready" });
    const ending = { stopping: new AbortController().signal, end: vi.fn() };
    const rest = {
      turns: createTurns(createScheduler({ report: console.error })),
      mayStay: async () => true,
      report: () => {},
    };
    const answer = await answerEvents(events, { requestId: "r1", ending, ...rest });
    const outlet = { write: () => false, end: vi.fn(), cut: vi.fn() };
    answer.pour(outlet);
    await setImmediate();
    vi.advanceTimersByTime(60_000);
    expect(outlet.cut).not.toHaveBeenCalled();
    vi.advanceTimersByTime(15_000);
    expect(outlet.cut).toHaveBeenCalledOnce();
    expect(ending.end).toHaveBeenCalledOnce();
  });

  it("ends for whoever may stay no longer, and only then", async () => {
    const { events, give } = byHand();
    give({ type: "ready" });
    let may = true;
    const { response, end } = await open(events, async () => may);
    const reader = await readSome(response);
    await reader.next();
    await vi.advanceTimersByTimeAsync(4000);
    expect(end).not.toHaveBeenCalled();
    may = false;
    await vi.advanceTimersByTimeAsync(4000);
    expect(end).toHaveBeenCalledOnce();
    expect(await reader.next()).toBe("");
  });
});
