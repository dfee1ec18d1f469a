import { describe, expect, it } from "vitest";
import { parseJsonBody } from "./json.ts";

const parse = (text: string, type: string | null = "application/json") =>
  parseJsonBody(new TextEncoder().encode(text), type);

describe("a JSON body", () => {
  it.each([
    ['{"a":[1,"x",null,true]}', { a: [1, "x", null, true] }],
    ['"text"', "text"],
    ['{"constructors":1,"proto":2}', { constructors: 1, proto: 2 }],
    [`${"[".repeat(32)}${"]".repeat(32)}`, expect.any(Array)],
    ["", undefined],
  ])("%j is read", (text, value) => {
    expect(parse(text)).toEqual(value);
  });

  it.each([
    ['{"__proto__":{}}', "not allowed"],
    ['{"a":[{"b":{"constructor":1}}]}', "not allowed"],
    ['{"\\u0070rototype":1}', "not allowed"],
    [`${"[".repeat(34)}${"]".repeat(34)}`, "levels deep"],
    ["{", "not valid JSON"],
  ])("E8, E10: %j is refused in words", (text, words) => {
    const message = expect.stringContaining(words);
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ code: "invalid_input", fields: [{ path: "body", message }] }),
    );
  });

  it.each([
    ['"a\\u0000b"', "a\ufffdb"],
    ['"\\ud83d"', "\ufffd"],
    ['"\\uDE00\\uD83D!"', "\ufffd\ufffd!"],
    ['"\\ud83d\\ud83d\\ude00"', "\ufffd😀"],
    ['"\\ud83d😀"', "\ufffd😀"],
    ['{"\\u0000":["\\ude00"]}', { "\ufffd": ["\ufffd"] }],
    // Whole ones, and what only looks like an escape, are let be.
    ['"\\ud83d\\ude00 \\u00e9"', "😀 é"],
    ['"\\\\u0000 \\\\\\\\ud83d \\n\\\""', '\\u0000 \\\\ud83d \n"'],
  ])("%s is read with what can be kept of it", (text, value) => {
    expect(parse(text)).toEqual(value);
  });

  it.each([null, "text/plain", "application/jsonp", "application/json; charset=utf-16"])(
    "of type %s is refused",
    (type) => {
      expect(() => parse("{}", type)).toThrow(expect.objectContaining({ code: "unsupported_media" }));
    },
  );
});
