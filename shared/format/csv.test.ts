import { describe, expect, it } from "vitest";
import { writeCsv } from "./csv.ts";

describe("a table for spreadsheets", () => {
  it.each([
    ["plain", "plain"],
    ["one, two", '"one, two"'],
    ['say "hi"', '"say ""hi"""'],
    ["two\nlines", '"two\nlines"'],
    ["", ""],
  ])("writes %j as %j", (value, cell) => {
    expect(writeCsv([[value, "end"]])).toBe(`${cell},end\r\n`);
  });

  it.each([
    ["=1+1", "'=1+1"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", `"'\t'=1"`],
    ["\r=1", `"'\r'=1"`],
    ["\ttext", `"'\ttext"`],
    ['=HYPERLINK("http://evil.example","x")', `"'=HYPERLINK(""http://evil.example"",""x"")"`],
    ["a=1", "a=1"],
    ["a;=1", `"a;'=1"`],
    ["a; =1", `"a; '=1"`],
    ["a\t@x", `"a\t'@x"`],
    ["a\n=1", `"a\n'=1"`],
    ['a;"=1', `"a;""'=1"`],
    ["＝1+1", "'＝1+1"],
    ["a;b", `"a;b"`],
  ])("E13, E15, hole 9: makes %j text", (value, cell) => {
    expect(writeCsv([[value]])).toBe(`${cell}\r\n`);
  });
});
