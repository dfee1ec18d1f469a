import { expect, it } from "vitest";
import { hasWords } from "./hasWords.ts";

it.each([
  ["", false],
  ["+47 22 33 44 👍 …", false],
  ["https://example.com/lamp mia@example.com", false],
  ["See https://example.com/lamp", true],
  ["灯", true],
  // What has no space is read once, not once for each of its characters.
  [`${"a".repeat(1_000_000)}@`, false],
])("%j has words: %s", (text, expected) => {
  expect(hasWords(text)).toBe(expected);
});
