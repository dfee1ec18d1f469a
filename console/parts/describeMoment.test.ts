import { afterEach, describe, expect, it, vi } from "vitest";
import { moments } from "../state/shell/moments.ts";
import {
  describeCalendarDay,
  describeDate,
  describeDateTime,
  describeDay,
  describeMoment,
} from "./describeMoment.ts";
import { describeBytes, describeNumber } from "./describeNumber.ts";

const at = Date.UTC(2026, 10, 21, 23, 5);
afterEach(() => {
  vi.unstubAllEnvs();
  Object.assign(moments, { timeZone: null, dateFormat: null, language: null });
});

describe("moments", () => {
  it.each([
    ["dayFirst", "UTC", "21 Nov 2026, 23:05", "21 Nov 2026"],
    ["monthFirst", "UTC", "Nov 21, 2026, 11:05 PM", "Nov 21, 2026"],
    ["yearFirst", "UTC", "2026-11-21 23:05", "2026-11-21"],
    ["yearFirst", "Asia/Tokyo", "2026-11-22 08:05", "2026-11-22"],
  ] as const)("are written %s in %s as %s", (dateFormat, timeZone, dateTime, date) => {
    Object.assign(moments, { dateFormat, timeZone });
    expect([describeDateTime(at), describeDate(at)].map((text) => text.replace(/\s/g, " "))).toEqual([
      dateTime,
      date,
    ]);
  });

  it.each([
    ["de", null, "21.11.2026, 23:05", "21. November 2026", "12.500"],
    ["de", "dayFirst", "21.11.2026, 23:05", "21. November 2026", "12.500"],
    ["de", "monthFirst", "Nov. 21, 2026, 23:05", "21. November 2026", "12.500"],
    ["de", "yearFirst", "2026-11-21 23:05", "21. November 2026", "12.500"],
    ["fr", null, "21 nov. 2026, 23:05", "21 novembre 2026", "12 500"],
    ["en", "dayFirst", "21 Nov 2026, 23:05", "November 21, 2026", "12,500"],
  ] as const)(
    "in %s with %s are %s, days %s and numbers %s",
    (language, dateFormat, dateTime, day, number) => {
      Object.assign(moments, { language, dateFormat, timeZone: "UTC" });
      const written = [describeDateTime(at), describeDay(at), describeNumber(12_500)];
      expect(written.map((text) => text.replace(/\s/g, " "))).toEqual([dateTime, day, number]);
    },
  );

  it("in Arabic keep their direction in an English line, and have the console's digits", () => {
    Object.assign(moments, { language: "ar", timeZone: "UTC" });
    expect(describeDateTime(at)).toMatch(/^\u2068.*2026.*\u2069$/);
    expect(describeNumber(12_500)).toBe("12,500");
  });

  it.each([
    [null, "1.5 MB"],
    ["en", "1.5 MB"],
    ["fr", "1,5 Mo"],
  ] as const)("of bytes are in %s as %s", (language, expected) => {
    Object.assign(moments, { language });
    expect(describeBytes(1.5 * 1024 * 1024).replace(/\s/g, " ")).toBe(expected);
  });

  it.each(["Pacific/Kiritimati", "Etc/GMT+12", "UTC"])(
    "that are days of the calendar stay the same days in %s",
    (timeZone) => {
      vi.stubEnv("TZ", timeZone);
      expect(describeCalendarDay("2026-12-24")).toMatch(/December 24|24 December/);
    },
  );

  it.each([
    ["UTC", "23:05"],
    ["Asia/Tokyo", "22 Nov 2026, 08:05"],
  ])("show only the time for today in %s", (timeZone, expected) => {
    Object.assign(moments, { dateFormat: "dayFirst", timeZone });
    const yesterdayInTokyo = Date.UTC(2026, 10, 21, 1);
    expect(describeMoment(at, yesterdayInTokyo)).toBe(expected);
  });
});
