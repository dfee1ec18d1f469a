import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { writeCalls, writeStream } from "../../tests/kit/models/modelProvider.ts";
import type { WireFormat } from "../../tests/kit/models/modelProvider.ts";
import { createTextEvents } from "./textEvents.ts";

const formats: WireFormat[] = ["chat", "responses", "anthropic", "google"];

describe.each(formats)("the text of an answer in the format %s", (format) => {
  it("goes past the SDK once that gave some as the answer's", () => {
    const { push, texts, heard } = setUp();
    const [first = "", ...others] = cutAfter(
      writeStream(format, ["Gr", "üße, ", "👩‍🚀"], { reason: null }),
      "Gr",
    );
    expect(push(first)).toBe(first);
    texts.noteText("Gr", false);
    expect(others.map(push)).toEqual([""]);
    expect(heard).toEqual(["üße, ", "👩‍🚀"]);
  });

  it("goes to the SDK until then, and where that found an aside", () => {
    const { push, texts, heard } = setUp();
    const stream = writeStream(format, ["a", "b", "c"], { reason: null });
    expect(push(stream)).toBe(stream);
    texts.noteText("c", true);
    expect(push(stream)).toBe(stream);
    expect(heard).toEqual([]);
  });

  it("is whole and in order, with all else, wherever the bytes are cut", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary", minLength: 1 }), { maxLength: 8 }),
        fc.array(fc.nat(4000), { maxLength: 6 }),
        fc.constantFrom("\n", "\r\n", "\r"),
        (said, cuts, end) => {
          const calls = [{ name: "search", input: '{"for":"lamps"}' }];
          const stream = writeStream(format, said) + writeCalls(format, calls, said);
          const bytes = Buffer.from(stream.replaceAll("\n", end));
          const edges = [0, ...cuts.map((at) => at % bytes.length).sort((a, b) => a - b), bytes.length];
          const { texts, heard } = setUp();
          let others = "";
          const read = (left: Uint8Array) => {
            for (const event of splitEvents(Buffer.from(left).toString(), end)) {
              const text = textOf(event);
              if (text) heard.push(text);
              else others += event;
              if (text) texts.noteText(text, false);
            }
          };
          for (const [index, to] of edges.slice(1).entries())
            read(texts.push(bytes.subarray(edges[index], to)));
          read(texts.end());
          const expected = splitEvents(bytes.toString(), end);
          expect(heard.join("")).toBe(expected.map(textOf).join(""));
          expect(others).toBe(expected.filter((event) => !textOf(event)).join(""));
        },
      ),
    );
  });
});

describe("text that comes again", () => {
  const eventOf = (content: string) => `data: {"choices":[{"index":0,"delta":{"content":"${content}"}}]}\n\n`;

  it("is not taken for the last one that the SDK got", () => {
    const { push, texts, heard } = setUp();
    const given = eventOf("ha") + eventOf("ho") + eventOf("ha");
    expect(push(given)).toBe(given);
    texts.noteText("ha", false);
    expect(push(eventOf("b"))).toBe(eventOf("b"));
    texts.noteText("ho", false);
    texts.noteText("ha", false);
    expect(push(eventOf("c"))).toBe(eventOf("c"));
    texts.noteText("b", false);
    texts.noteText("c", false);
    expect(push(eventOf("d"))).toBe("");
    expect(heard).toEqual(["d"]);
  });

  it("is read once in an event that comes byte by byte, however long that is", () => {
    const { push, texts } = setUp();
    const event = eventOf("x".repeat(200_000));
    let passed = "";
    for (const sign of event) passed += push(sign);
    expect(passed).toBe(event);
    expect(Buffer.from(texts.end()).toString()).toBe("");
    expect(Buffer.from(texts.end()).toString()).toBe("");
  });
});

describe("an event beside text", () => {
  const text = '{"choices":[{"index":0,"delta":{"content":"a"}}]}';

  it.each([
    ["an end", '{"choices":[{"index":0,"delta":{"content":"b"},"finish_reason":"stop"}]}'],
    ["tokens", '{"choices":[{"index":0,"delta":{"content":"b"}}],"usage":{"total_tokens":2}}'],
    ["a tool", '{"choices":[{"index":0,"delta":{"content":"b","tool_calls":[{"index":0}]}}]}'],
    ["a thought", '{"choices":[{"index":0,"delta":{"content":"b","reasoning_content":"c"}}]}'],
    ["two answers", '{"choices":[{"delta":{"content":"b"}},{"delta":{"content":"c"}}]}'],
    ["a fault", '{"error":{"message":"c"},"choices":[{"delta":{"content":"b"}}]}'],
    ["no text", '{"choices":[{"index":0,"delta":{"content":""}}]}'],
    ["a thought of Google's", '{"candidates":[{"content":{"parts":[{"text":"b","thought":true}]}}]}'],
    [
      "a thought of Anthropic's",
      '{"type":"content_block_delta","delta":{"type":"thinking_delta","thinking":"b"}}',
    ],
    ["what is no JSON", "{"],
    ["a list", "[]"],
  ])("with %s goes to the SDK, and so does the text behind it until that gave some again", (_, other) => {
    const { push, texts, heard } = setUp();
    push(`data: ${text}\n\n`);
    texts.noteText("a", false);
    const further = `data: ${other}\n\ndata: ${text}\n\n`;
    expect(push(`data: ${text}\n\n${further}`)).toBe(further);
    expect(heard).toEqual(["a"]);
    texts.noteText("a", false);
    expect(push(`data: ${text}\n\n`)).toBe("");
  });

  it("that ends all without a reason gets one, for the SDK", () => {
    const { push, texts } = setUp();
    push(`data: ${text}\n\n`);
    texts.noteText("a", false);
    const reason = '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}';
    expect(push("data: [DONE]\n\n")).toBe(`data: ${reason}\n\ndata: [DONE]\n\n`);
  });

  it("is handed on as it came, whatever the bytes are", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom("\n", "\r", "d", "data: ", "{", "ü") })),
        (pieces) => {
          const { push, texts } = setUp();
          const passed = pieces.map(push).join("") + Buffer.from(texts.end()).toString();
          expect(passed).toBe(pieces.join(""));
        },
      ),
    );
  });
});

function setUp() {
  const heard: string[] = [];
  const texts = createTextEvents((text) => heard.push(text));
  const push = (stream: string) => Buffer.from(texts.push(Buffer.from(stream))).toString();
  return { texts, push, heard };
}

/** Cuts a stream in two behind the event that has this text. */
function cutAfter(stream: string, text: string): [string, string] {
  const at = stream.indexOf("\n\n", stream.indexOf(JSON.stringify(text))) + 2;
  return [stream.slice(0, at), stream.slice(at)];
}

function splitEvents(stream: string, end: string): string[] {
  return stream
    .split(end + end)
    .slice(0, -1)
    .map((event) => event + end + end);
}

/** The text that an event brings, by its meaning. */
function textOf(event: string): string {
  let text = "";
  JSON.parse(/\{.*\}/.exec(event)?.[0] ?? "{}", (key, value: unknown) => {
    const isText = ["content", "text"].includes(key) || (key === "delta" && event.includes("output_text"));
    if (isText && typeof value === "string") text += value;
    return value;
  });
  return text;
}
