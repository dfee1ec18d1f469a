import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { makeMessage, makeVisitorThread } from "../../tests/kit/samples.ts";
import type { Message } from "../../shared/contract/conversations/conversations.ts";
import { chat, createState } from "./state.ts";
import { putMessage, showThread } from "./thread.ts";

const thread = makeVisitorThread({ id: "thread", lastActivityAt: 5 });

function make(given: Partial<Message>): Message {
  return makeMessage({ id: "message", threadId: "thread", position: 1, ...given });
}

/** Every state that the messages of one thread went through, as live events and lists tell of them. */
const history = fc
  .array(
    fc.record({
      role: fc.constantFrom("user", "assistant", "support", "system"),
      attempts: fc.integer({ min: 1, max: 3 }),
      length: fc.integer({ min: 0, max: 5 }),
      end: fc.constantFrom("sent", "failed", "stopped", "streaming"),
    }),
    { maxLength: 6 },
  )
  .map((all) =>
    all.map(({ role, attempts, length, end }, position) => {
      const one = { id: `m${position}`, position, role: role as Message["role"] };
      if (role !== "assistant") return [make({ ...one, content: `text ${position}` })];
      return Array.from({ length: attempts }, (_, generation) => [
        ...Array.from({ length: length + 1 }, (_unused, at) =>
          make({ ...one, generation, status: "streaming", content: "abcde".slice(0, at) }),
        ),
        ...(generation === attempts - 1 && end === "streaming"
          ? []
          : [
              make({
                ...one,
                generation,
                status: end === "streaming" ? "failed" : (end as Message["status"]),
                content: "abcde".slice(0, length),
                updatedAt: generation + 1,
              }),
            ]),
      ]).flat();
    }),
  );

function listOrders<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((first, at) => listOrders(all.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

beforeEach(() => {
  Object.assign(chat, createState());
  showThread({ ...thread });
});

describe("the messages of a conversation", () => {
  it("are the same whatever order their states come in, and however often (fault 40)", () => {
    const cases = history.chain((states) => {
      const flat = states.flat();
      const repeats = fc.array(fc.constantFrom(...(flat.length > 0 ? flat : [make({})])), { maxLength: 6 });
      const told = repeats.chain((more) =>
        fc.shuffledSubarray([...flat, ...(flat.length > 0 ? more : [])], {
          minLength: flat.length + more.length * +(flat.length > 0),
        }),
      );
      return fc.record({ states: fc.constant(states), told });
    });
    fc.assert(
      fc.property(cases, ({ states, told }) => {
        chat.messages = [];
        for (const message of told) putMessage({ ...message });
        expect(chat.messages).toEqual(states.map((all) => all.at(-1)));
      }),
      { numRuns: 2000 },
    );
  });

  it("are the same in every order of what is told of one answer and its neighbors (fault 40)", () => {
    const answer = { id: "answer", position: 2, role: "assistant" } as const;
    const writing = { ...answer, status: "streaming" } as const;
    const ends = [
      make({ id: "question", position: 1, role: "user", content: "How?" }),
      make({ ...answer, generation: 1, content: "So.", updatedAt: 2 }),
      make({ id: "reply", position: 3, role: "support", content: "And so." }),
    ];
    const orders = listOrders([
      ...ends,
      make({ ...writing, content: "" }),
      make({ ...writing, content: "Eh" }),
      make({ ...answer, status: "failed", content: "Eh", updatedAt: 1 }),
      make({ ...writing, generation: 1, content: "S" }),
    ]);
    expect(orders).toHaveLength(5040);
    const expected = JSON.stringify(ends);
    const wrong = orders.filter((told) => {
      chat.messages = [];
      for (const message of told) putMessage(message);
      return JSON.stringify(chat.messages) !== expected;
    });
    expect(wrong).toEqual([]);
  });

  it("are news once, when another side's text is whole", () => {
    const streaming = make({ status: "streaming", content: "a" });
    const whole = make({ content: "ab" });
    expect([streaming, whole, whole, streaming].map((one) => putMessage({ ...one }))).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(putMessage(make({ id: "own", role: "user", position: 2 }))).toBe(false);
    expect(putMessage(make({ id: "event", kind: "event", role: "system", position: 3 }))).toBe(false);
  });

  it("of another thread stay outside", () => {
    putMessage(make({ threadId: "other" }));
    expect(chat.messages).toEqual([]);
  });

  it("take the place of what was waiting to be stored", () => {
    chat.pending = [
      {
        clientId: "c",
        content: "Hi",
        attachments: [],
        conversation: 0,
        newThreadId: null,
        meta: null,
        delivery: "waiting",
        error: null,
        createdAt: 0,
      },
    ];
    putMessage(make({ role: "user", clientId: "c", content: "Hi" }));
    expect(chat.pending).toEqual([]);
  });

  it("go with their thread when another is shown, and an older state of the thread changes nothing", () => {
    putMessage(make({}));
    showThread({ ...thread, lastActivityAt: 4, title: "older" });
    expect(chat.thread?.title).toBe("");
    showThread({ ...thread, lastActivityAt: 6, title: "newer" });
    expect([chat.thread?.title, chat.messages.length]).toEqual(["newer", 1]);
    showThread({ ...thread, id: "other" });
    expect(chat.messages).toEqual([]);
  });
});
