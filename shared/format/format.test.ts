import { describe, expect, it } from "vitest";
import { formatBytes } from "./bytes.ts";
import { formatDate } from "./date.ts";
import { formatDuration } from "./duration.ts";
import { initialsOf } from "./initials.ts";
import { abbreviateNumber } from "./number.ts";
import { formatMinutes } from "./minutes.ts";
import { formatRelativeTime } from "./relativeTime.ts";
import { formatTimeLeft } from "./timeLeft.ts";

describe("sizes", () => {
  it.each([
    [0, "0 Bytes"],
    [-1, "0 Bytes"],
    [NaN, "0 Bytes"],
    [1023, "1023 Bytes"],
    [1024, "1 KB"],
    [1536, "1.5 KB"],
    [1024 * 1024 - 1, "1 MB"],
    [21_000_000, "20.03 MB"],
    [1024 ** 8, "1 YB"],
    [1024 ** 9, "1024 YB"],
  ])("%d is %j", (bytes, expected) => {
    expect(formatBytes(bytes)).toBe(expected);
  });

  it.each([
    ["de", 1_572_864, "1,5 MB"],
    ["fr", 1_572_864, "1,5 Mo"],
    ["en-GB", 1536, "1.5 KB"],
    ["en", 5, "5 Bytes"],
    ["fr", -1, "0 octet"],
    ["fr", 5, "5 octets"],
  ])("are written in %s as people there write them", (locale, bytes, expected) => {
    expect(formatBytes(bytes, locale).replace(/\s/g, " ")).toBe(expected);
  });
});

describe("short numbers", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1K"],
    [1234, "1.2K"],
    [999_949, "999.9K"],
    [999_999, "1M"],
    [2_500_000_000, "2.5G"],
    [-1500, "-1.5K"],
    [1e18, "1E"],
  ])("%d is %j", (number, expected) => {
    expect(abbreviateNumber(number)).toBe(expected);
  });
});

describe("minutes and seconds", () => {
  it.each([
    [-5, "0:00"],
    [5999, "0:05"],
    [61_000, "1:01"],
    [4_500_000, "75:00"],
  ])("%d ms is %j", (ms, expected) => {
    expect(formatMinutes(ms)).toBe(expected);
  });
});

describe("durations", () => {
  it.each([
    [0, "00h:00m:00s"],
    [-5, "00h:00m:00s"],
    [3_723_999, "01h:02m:03s"],
    [360_000_000, "100h:00m:00s"],
  ])("%d ms is %j", (ms, expected) => {
    expect(formatDuration(ms)).toBe(expected);
  });
});

describe("dates", () => {
  it.each([
    [Date.UTC(2026, 10, 20, 12), "en-GB", "20 November 2026"],
    [Date.UTC(2026, 10, 20, 12), "de", "20. November 2026"],
    [Date.UTC(1970, 5, 1), "en-GB", "NA"],
    [NaN, "en-GB", "NA"],
  ])("%d in %s is %j", (ms, locale, expected) => {
    expect(formatDate(ms, locale)).toBe(expected);
  });
});

describe("relative times", () => {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  it.each([
    [0, "just now"],
    [-5000, "just now"],
    [29_999, "just now"],
    [30_000, "30 seconds ago"],
    [minute, "1 minute ago"],
    [59 * minute, "59 minutes ago"],
    [2 * hour, "2 hours ago"],
    [6 * day, "6 days ago"],
    [14 * day, "2 weeks ago"],
    [60 * day, "2 months ago"],
    [364 * day, "12 months ago"],
    [800 * day, "2 years ago"],
  ])("%d ms is %j", (passed, expected) => {
    expect(formatRelativeTime(1e12, 1e12 + passed)).toBe(expected);
  });
});

describe("initials", () => {
  it.each([
    ["Ana Maria Silva", "AM"],
    ["ana", "A"],
    ["  ", undefined],
    ["👩‍👧 Öz", "👩‍👧Ö"],
  ])("%j has %j", (name, expected) => {
    expect(initialsOf(name)).toBe(expected);
  });
});

it.each([
  ["de", 0, "jetzt"],
  ["de", 60_000, "vor 1 Minute"],
  ["ar-u-nu-latn", 0, "الآن"],
  ["en-GB", 0, "just now"],
])("in %s %i ms ago is %s", (locale, passed, expected) => {
  expect(formatRelativeTime(1e12, 1e12 + passed, { locale })).toBe(expected);
});

describe("time that is left", () => {
  const minute = 60_000;
  it.each([
    [1, "in 1m"],
    [minute, "in 1m"],
    [12.9 * minute, "in 12m"],
    [120 * minute, "in 120m"],
    [3 * 60 * minute + minute, "in 3h"],
    [3 * 24 * 60 * minute, "in 3d"],
  ])("of %d ms is %j: but for the last minute no more than there is", (ms, expected) => {
    expect(formatTimeLeft(ms)).toBe(expected);
  });
});
