import { expect, it } from "vitest";
import { isZoneSlug } from "./zones.ts";

it.each([
  ["abcdef", true],
  ["ABC123", true],
  ["a_b-c9", true],
  ["------", true],
  ["______", true],
  ["abcde", false],
  ["abcdefg", false],
  ["", false],
  ["abc de", false],
  ["abcdé1", false],
  ["abc.de", false],
  ["abc/de", false],
  ["abcdef\n", false],
  ["\nabcde", false],
  ["١٢٣٤٥٦", false],
])("%j is a zone slug: %s", (text, isOne) => {
  expect(isZoneSlug(text)).toBe(isOne);
});
