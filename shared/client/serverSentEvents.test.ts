import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createEventParser, readServerSentEvents } from "./serverSentEvents.ts";

function parseAll(chunks: string[]): string[] {
  const parse = createEventParser();
  return chunks.flatMap((chunk) => parse(chunk)).map(({ event, data }) => `${event}|${data}`);
}

function bodyOf(...chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

describe("the event parser", () => {
  it.each([
    ["one event", ["event: delta\ndata: a\n\n"], ["delta|a"]],
    ["CRLF", ["event: delta\r\ndata: a\r\n\r\n"], ["delta|a"]],
    ["CR alone", ["event: delta\rdata: a\r\r"], ["delta|a"]],
    ["a CRLF cut in two", ["data: a\r", "\ndata: b\r", "\n\r", "\n"], ["message|a\nb"]],
    ["several lines of data", ["data: a\ndata:b\ndata\n\n"], ["message|a\nb\n"]],
    ["comments", [": still here\n\n:\n\ndata: a\n: again\n\n"], ["message|a"]],
    ["an event without data", ["event: ping\n\ndata: a\n\n"], ["message|a"]],
    ["unknown fields", ["retry: 5\nwhat: x\ndata: a\n\n"], ["message|a"]],
    ["an unfinished event at the end", ["data: a\n\ndata: b\n"], ["message|a"]],
    ["one space only after the colon", ["data:  a\n\n"], ["message| a"]],
  ])("reads %s", (_, chunks, expected) => {
    expect(parseAll(chunks)).toEqual(expected);
  });

  it("does not care how the text is cut", () => {
    const text =
      "id: 7\r\nevent: delta\r\ndata: one\r\n\r\n: beat\n\ndata: two\ndata: three\r\revent: x\ndata: ✓\n\n";
    const whole = parseAll([text]);
    expect(whole).toHaveLength(3);
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 20 }), (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), text.length];
        const chunks = edges.slice(1).map((edge, at) => text.slice(edges[at], edge));
        expect(parseAll(chunks)).toEqual(whole);
      }),
    );
  });
});

describe("the event reader", () => {
  it("keeps characters whole that arrive in pieces", async () => {
    const bytes = new TextEncoder().encode("data: 👩‍🚀 naïve\n\n");
    const events = [];
    const body = bodyOf(...Array.from(bytes, (byte) => new Uint8Array([byte])));
    for await (const event of readServerSentEvents(body)) events.push(event.data);
    expect(events).toEqual(["👩‍🚀 naïve"]);
  });

  it("hears of heartbeats, which are no events", async () => {
    let beats = 0;
    const encoder = new TextEncoder();
    const body = bodyOf(encoder.encode(":\n\n"), encoder.encode(":\n\n"));
    for await (const event of readServerSentEvents(body, () => beats++)) expect(event).toBe("none");
    expect(beats).toBe(2);
  });

  it("lets go of the stream when the loop is left", async () => {
    let wasCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode("data: a\n\n")),
      cancel: () => {
        wasCancelled = true;
      },
    });
    for await (const event of readServerSentEvents(body)) if (event.data === "a") break;
    expect(wasCancelled).toBe(true);
  });
});
