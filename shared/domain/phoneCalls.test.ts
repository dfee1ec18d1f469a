import { expect, it } from "vitest";
import { findQuietTime, mayPass, zoneOfNumber } from "./phoneCalls.ts";

it.each([
  ["queued", "ringing", true],
  ["answered", "ringing", false],
  ["completed", "answered", false],
  ["busy", "completed", false],
  ["queued", "failed", true],
] as const)("passes from %s to %s: %s", (from, to, may) => {
  expect(mayPass(from, to)).toBe(may);
});

it("knows the zone of a number whose country has one", () => {
  expect(["+4930123456", "+353123456", "+15005550006"].map(zoneOfNumber)).toEqual([
    "Europe/Berlin",
    "Europe/Dublin",
    null,
  ]);
});

it.each([
  ["2026-07-01T05:59:00Z", "07:59"],
  ["2026-07-01T06:00:00Z", null],
  ["2026-07-01T18:59:00Z", null],
  ["2026-07-01T19:00:00Z", "21:00"],
])("says at %s that it is %s in Berlin", (at, quiet) => {
  expect(findQuietTime(Date.parse(at), "Europe/Berlin")).toBe(quiet);
});
