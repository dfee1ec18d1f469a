import { expect, it } from "vitest";
import { countSegments } from "./countSegments.ts";

it.each([
  ["160 plain characters", "a".repeat(160), 1, "GSM-7"],
  ["161 plain characters", "a".repeat(161), 2, "GSM-7"],
  ["306 plain characters", "a".repeat(306), 2, "GSM-7"],
  ["80 euro signs, which take two each", "€".repeat(80), 1, "GSM-7"],
  ["a euro sign that doesn't fit at the end", `${"a".repeat(152)}€${"a".repeat(152)}`, 3, "GSM-7"],
  ["70 characters with a typographic quote", `’${"a".repeat(69)}`, 1, "UCS-2"],
  ["71 characters with a typographic quote", `’${"a".repeat(70)}`, 2, "UCS-2"],
  ["an emoji that doesn't fit at the end", `${"a".repeat(66)}🚲${"a".repeat(66)}`, 3, "UCS-2"],
  ["nothing", "", 1, "GSM-7"],
])("counts %s", (_, text, count, encoding) => {
  expect(countSegments(text)).toEqual({ count, encoding });
});
