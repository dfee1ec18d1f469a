import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeCalls, writeStream } from "../../tests/kit/modelProvider.ts";
import { joinEvents } from "./joinEvents.ts";

describe("events of a provider that come together", () => {
  it.each(["chat", "anthropic"] as const)("of %s become one where only their text differs", (format) => {
    const texts = ["Gr", "üße, ", "👩‍🚀", ' "from"\\', "\nNorway"];
    const joined = join(writeStream(format, texts, { reason: null }));
    const lone = writeStream(format, [texts.join("")], { reason: null });
    expect(read(joined)).toEqual(read(lone));
  });

  it("stay as they are where anything else differs", () => {
    const stream = [
      '{"choices":[{"index":0,"delta":{"content":"a"}}]}',
      '{"choices":[{"index":1,"delta":{"content":"b"}}]}',
      '{"choices":[{"index":1,"delta":{"content":"c"},"finish_reason":"stop"}]}',
      '{"choices":[{"index":1,"delta":{"reasoning_content":"d"}}]}',
      '{"choices":[{"index":1,"delta":{"content":"e","refusal":"f"}}]}',
      '{"choices":[{"index":1,"delta":{"content":"e","refusal":"g"}}]}',
      "[DONE]",
    ];
    const written = stream.map((data) => `data: ${data}\n\n`).join("");
    expect(join(written)).toBe(written);
  });

  it("stay as they are where one stands between them", () => {
    const [event, comment] = ['data: {"choices":[{"delta":{"content":"a"}}]}\n\n', ": ping\n\n"];
    expect(join(event + comment + event)).toBe(event + comment + event);
  });

  it("are not mistaken for what a model says of such events", () => {
    const texts = ['"delta":{"content":"', 'x"}}]}', "\\", '\\"', "data: {"];
    const joined = join(writeStream("chat", texts, { reason: null }));
    expect(read(joined)).toEqual(read(writeStream("chat", [texts.join("")], { reason: null })));
  });

  it.each(["chat", "responses", "anthropic", "google"] as const)(
    "of %s say the same wherever they are cut, tools and end included",
    (format) => {
      fc.assert(
        fc.property(
          fc.array(fc.string({ unit: "binary" }), { maxLength: 8 }),
          fc.array(fc.nat(4000), { maxLength: 6 }),
          (texts, cuts) => {
            const calls = [{ name: "search", input: '{"for":"lamps"}' }];
            const bytes = Buffer.from(writeStream(format, texts) + writeCalls(format, calls, texts));
            const edges = [0, ...cuts.map((at) => at % bytes.length).sort((a, b) => a - b), bytes.length];
            const pieces = edges.slice(1).map((end, index) => joinEvents(bytes.subarray(edges[index], end)));
            expect(sum(read(Buffer.concat(pieces).toString()))).toEqual(sum(read(bytes.toString())));
          },
        ),
        { numRuns: 100 },
      );
    },
  );

  it("survive any bytes, which stay as they are", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect([...joinEvents(bytes)]).toEqual([...bytes]);
      }),
    );
  });
});

function join(stream: string): string {
  return Buffer.from(joinEvents(Buffer.from(stream))).toString();
}

function read(stream: string): unknown[] {
  const events = stream.split("\n\n").slice(0, -1);
  return events.map((event) => {
    const [, type, data = ""] = /^(?:event: (.*)\n)?data: (.*)$/.exec(event) ?? [];
    return { type, data: JSON.parse(data) as unknown };
  });
}

/** Puts together the texts of events that follow each other and differ in nothing else, one by one, by their meaning. */
function sum(events: unknown[]): unknown[] {
  const summed: { frame: string; text: string }[] = [];
  for (const event of events) {
    let text = "";
    const frame = JSON.stringify(event, (key, value: unknown) => {
      const isText = (key === "content" || key === "text") && typeof value === "string";
      if (isText) text += value;
      return isText ? "" : value;
    });
    const last = summed.at(-1);
    if (last?.frame === frame) last.text += text;
    else summed.push({ frame, text });
  }
  return summed;
}
