import { describe, expect, it } from "vitest";
import { findNextSync } from "./syncSchedule.ts";
import type { SyncSchedule } from "./syncSchedule.ts";

const daily = (at: string, timeZone: string): SyncSchedule => ({ every: "daily", at, timeZone });
const hourly = (minute: number, timeZone: string): SyncSchedule => ({ every: "hourly", minute, timeZone });
const weekly = (weekday: number): SyncSchedule => ({
  ...{ every: "weekly", weekday, at: "06:00", timeZone: "Europe/Berlin" },
});
const monthly = (day: number, at = "03:00"): SyncSchedule => ({
  ...{ every: "monthly", day, at, timeZone: "UTC" },
});

describe("the next sync of a schedule", () => {
  it.each<[string, SyncSchedule, string, string]>([
    ["today, later", daily("09:30", "Europe/Berlin"), "2026-06-01T06:00Z", "2026-06-01T07:30Z"],
    ["tomorrow, once the time is over", daily("09:30", "UTC"), "2026-06-01T09:30Z", "2026-06-02T09:30Z"],
    ["by the zone's own day", daily("00:10", "Pacific/Auckland"), "2026-06-01T12:05Z", "2026-06-01T12:10Z"],
    ["at half an hour's offset", daily("06:00", "Asia/Kolkata"), "2026-06-01T00:00Z", "2026-06-01T00:30Z"],
    ["later where clocks skip it", daily("02:30", "Europe/Berlin"), "2026-03-28T12:00Z", "2026-03-29T01:30Z"],
    ["as always the day after", daily("02:30", "Europe/Berlin"), "2026-03-29T01:30Z", "2026-03-30T00:30Z"],
    ["first of two", daily("02:30", "Europe/Berlin"), "2026-10-24T12:00Z", "2026-10-25T00:30Z"],
    ["not the second of two", daily("02:30", "Europe/Berlin"), "2026-10-25T00:30Z", "2026-10-26T01:30Z"],
    ["over a midnight skipped", daily("00:30", "Africa/Cairo"), "2026-04-23T12:00Z", "2026-04-23T22:30Z"],
    ["over a whole day skipped", daily("10:00", "Pacific/Apia"), "2011-12-30T09:00Z", "2011-12-30T20:00Z"],
    ["this hour", hourly(15, "UTC"), "2026-06-01T06:00Z", "2026-06-01T06:15Z"],
    ["next hour", hourly(15, "UTC"), "2026-06-01T06:15Z", "2026-06-01T07:15Z"],
    ["at the zone's minute", hourly(0, "Asia/Kathmandu"), "2026-06-01T06:00Z", "2026-06-01T06:15Z"],
    ["both hours shown twice", hourly(30, "Europe/Berlin"), "2026-10-25T00:30Z", "2026-10-25T01:30Z"],
    ["over half an hour skipped", hourly(0, "Australia/Lord_Howe"), "2026-10-03T14:30Z", "2026-10-03T16:00Z"],
    ["on its weekday", weekly(1), "2026-06-02T00:00Z", "2026-06-08T04:00Z"],
    ["on Sunday", weekly(7), "2026-06-02T00:00Z", "2026-06-07T04:00Z"],
    ["on its day of the month", monthly(15), "2026-06-15T03:00Z", "2026-07-15T03:00Z"],
    ["on the last of April", monthly(31), "2026-04-01T00:00Z", "2026-04-30T03:00Z"],
    ["on the last of February", monthly(30), "2026-02-01T00:00Z", "2026-02-28T03:00Z"],
    ["on a leap day", monthly(29), "2028-02-01T00:00Z", "2028-02-29T03:00Z"],
    ["from a last day to a longer month's", monthly(31), "2026-02-28T03:00Z", "2026-03-31T03:00Z"],
    ["over the turn of the year", monthly(31, "23:59"), "2026-12-31T23:59Z", "2027-01-31T23:59Z"],
  ])("is %s", (_name, schedule, after, next) => {
    expect(new Date(findNextSync(schedule, Date.parse(after))).toISOString()).toBe(
      new Date(next).toISOString(),
    );
  });

  it("comes once a day all year, whatever the clocks do", () => {
    for (const timeZone of ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago"]) {
      const schedule = daily("02:15", timeZone);
      const end = Date.parse("2027-01-01T12:00Z");
      let at = findNextSync(schedule, Date.parse("2026-01-01T12:00Z"));
      let times = 0;
      for (; at <= end; times += 1) at = findNextSync(schedule, at);
      expect({ timeZone, times }).toEqual({ timeZone, times: 365 });
    }
  });
});
