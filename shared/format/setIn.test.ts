import { expect, it } from "vitest";
import { naughtyStrings } from "../../tests/kit/safety/naughtyStrings.ts";
import { setIn } from "./setIn.ts";

/** Wherever some program that shows texts begins a line. */
const lineBreak = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/;

it.each([
  ["one\ntwo\n\nthree", "  one\n  two\n  \n  three"],
  ["one\r\ntwo", "  one\r\n  two"],
  ["one\rtwo", "  one\r  two"],
  ["one\u0085two\u2028three\vfour", "  one\u0085  two\u2028  three\v  four"],
])("%j is set in line by line", (text, expected) => {
  expect(setIn(text)).toBe(expected);
});

it("E14: leaves any text as it is beside that, and lets no line of it begin at the edge", () => {
  for (const text of naughtyStrings) {
    const lines = setIn(text).split(lineBreak);
    expect(lines.filter((line) => !line.startsWith("  "))).toEqual([]);
    expect(lines.map((line) => line.slice(2))).toEqual(text.split(lineBreak));
  }
});
