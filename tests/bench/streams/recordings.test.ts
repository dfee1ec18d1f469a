import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { WireFormat } from "../../kit/models/modelProvider.ts";
import { writeCalls, writeStream } from "../../kit/models/modelProvider.ts";
import { readExpected } from "./expected.ts";
import type { Expected } from "./expected.ts";
import { readRecordings } from "./recordings.ts";

describe("a recording", () => {
  it.each<[WireFormat, string]>([
    ["chat", "anywhere/chat"],
    ["responses", "cloud"],
    ["anthropic", "cloud/anthropic"],
    ["google", "cloud"],
  ])("is known as one of %s by what it says, wherever it lies", (format, folder) => {
    const stream = writeStream(format, ["Gr", "üße"]);
    expect(read(`${folder}/a.chunks.txt`, stream)).toMatchObject({ format, isBroken: false });
  });

  it.each([
    ["as the data alone", '{"choices":[{"delta":{"content":"Hi"}}]}\n{"choices":[]}\n'],
    [
      "with what stands around the data",
      ': ping\n\nevent: chunk\nid: 1\ndata: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata:{"choices":[]}\n\ndata: [DONE]\n\n',
    ],
  ])("is read %s", (_, text) => {
    expect(read("server/a.chunks.txt", text)).toMatchObject({
      lines: ['{"choices":[{"delta":{"content":"Hi"}}]}', '{"choices":[]}'],
      isBroken: false,
    });
  });

  it("of a format that nobody here speaks may end as it likes", () => {
    expect(read("server/a.chunks.txt", '{"messageStart":{"role":"assistant"}}')).toMatchObject({
      isBroken: true,
    });
    const completion = '{"object":"text_completion","choices":[{"text":"Hi"}]}';
    expect(read("server/a.chunks.txt", completion)).toMatchObject({ isBroken: true });
  });
});

describe("what is expected of a recording", () => {
  const one = { name: "one", input: { a: 1 } };
  const two = { name: "two", input: { b: 2 } };

  it.each<WireFormat>(["chat", "responses", "anthropic", "google"])(
    "is its text and its calls, in %s",
    (format) => {
      const calls = [one, two].map(({ name, input }) => ({ name, input: JSON.stringify(input) }));
      expect(expectOf(format, writeCalls(format, calls, ["Wa", "it"]))).toEqual({
        text: "Wait",
        calls: [one, two],
      });
    },
  );

  it.each<[string, WireFormat, object[], Partial<Expected>]>([
    [
      "the text of an answer in parts",
      "chat",
      [
        say({ content: [{ type: "thinking", thinking: [{ type: "text", text: "Hm" }] }] }),
        say({ content: [{ type: "text", text: "Hi" }] }),
        say({ content: "!" }),
      ],
      { text: "Hi!" },
    ],
    ["a refusal", "chat", [say({ content: null, refusal: "No" })], { text: "No" }],
    ["a refusal", "responses", [{ type: "response.refusal.delta", delta: "No" }], { text: "No" }],
    [
      "calls without an index",
      "chat",
      [say(call({ id: "x" }, "one", '{"a":1}')), say(call({ id: "y" }, "two", '{"b":2}'))],
      { calls: [one, two] },
    ],
    [
      "calls of one index",
      "chat",
      [
        say(call({ index: 0, id: "x" }, "one", '{"a"')),
        say(call({ index: 0, id: "x" }, "one", ":1}")),
        say(call({ index: 0, id: "y" }, "two", '{"b":2}')),
      ],
      { calls: [one, two] },
    ],
    [
      "an input that is no JSON",
      "chat",
      [say(call({ index: 0, id: "x" }, "one", '{"a'))],
      {
        calls: [{ name: "one", input: '{"a' }],
      },
    ],
    [
      "an input that is text by agreement",
      "responses",
      [itemDone({ type: "custom_tool_call", name: "sql", input: "SELECT 1" })],
      { calls: [{ name: "sql", input: "SELECT 1" }] },
    ],
    ["nothing where it asks for a shell", "responses", [itemDone({ type: "shell_call" })], { calls: null }],
    [
      "an input in pieces, some of them empty",
      "google",
      [
        give({ name: "one", willContinue: true }),
        give({
          partialArgs: [{ jsonPath: "$.a.b[0]", stringValue: "x", willContinue: true }],
          willContinue: true,
        }),
        give({
          partialArgs: [{ jsonPath: "$.a.b[0]", stringValue: "y" }, { jsonPath: "$.a.b[]" }],
          willContinue: true,
        }),
        give({
          partialArgs: [{ jsonPath: "$.c[]" }, { jsonPath: "$.d" }, { jsonPath: "$.e", nullValue: null }],
          willContinue: true,
        }),
        give({}),
      ],
      { calls: [{ name: "one", input: { a: { b: ["xy"] }, c: [], d: {}, e: null } }] },
    ],
  ])("is %s, in %s", (_, format, events, expected) => {
    const stream = events.map((event) => JSON.stringify(event)).join("\n");
    expect(expectOf(format, stream)).toMatchObject(expected);
  });
});

function read(name: string, text: string) {
  const folder = mkdtempSync(join(tmpdir(), "recordings-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
  return readRecordings(folder)[0];
}

function expectOf(format: WireFormat, text: string): Expected {
  const recording = read("server/a.chunks.txt", text);
  if (!recording) throw new Error("It was not found.");
  return readExpected({ ...recording, format });
}

function say(delta: object): object {
  return { choices: [{ index: 0, delta }] };
}

function call(ids: { index?: number; id?: string }, name: string, input: string): object {
  return { tool_calls: [{ ...ids, function: { name, arguments: input } }] };
}

function itemDone(item: object): object {
  return { type: "response.output_item.done", item };
}

function give(functionCall: object): object {
  return { candidates: [{ content: { parts: [{ functionCall }] } }] };
}
