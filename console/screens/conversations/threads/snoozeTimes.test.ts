import { describe, expect, it } from "vitest";
import { moments } from "../../../state/shell/moments.ts";
import { listSnoozeTimes, readMoment } from "./snoozeTimes.ts";

describe("the times of a snooze", () => {
  it.each([
    ["on a Wednesday", new Date(2026, 3, 15, 14, 30), new Date(2026, 3, 16, 9), new Date(2026, 3, 20, 9)],
    ["on a Sunday", new Date(2026, 3, 19, 23, 0), new Date(2026, 3, 20, 9), new Date(2026, 3, 20, 9)],
    ["on a Monday", new Date(2026, 3, 20, 8, 0), new Date(2026, 3, 21, 9), new Date(2026, 3, 27, 9)],
    ["at a month's end", new Date(2026, 0, 31, 12, 0), new Date(2026, 1, 1, 9), new Date(2026, 1, 2, 9)],
  ])("are still to come %s", (_, now, tomorrow, monday) => {
    const times = listSnoozeTimes(now.getTime());
    expect(times.every(({ until }) => until > now.getTime())).toBe(true);
    expect(times.slice(2).map(({ until }) => until)).toEqual([tomorrow.getTime(), monday.getTime()]);
  });

  it("go by the clocks of the profile, not by the device's", () => {
    const device = moments.timeZone;
    moments.timeZone = "Pacific/Auckland";
    // There it is Thursday already: the 16th, 8:30.
    const now = Date.UTC(2026, 3, 15, 20, 30);
    expect(listSnoozeTimes(now).slice(2)).toMatchObject([
      { until: Date.UTC(2026, 3, 16, 21) },
      { until: Date.UTC(2026, 3, 19, 21) },
    ]);
    expect(readMoment("2026-04-16T09:00", now)).toBe(Date.UTC(2026, 3, 15, 21));
    moments.timeZone = device;
  });

  it("are none that is over", () => {
    const now = new Date(2026, 3, 15, 14, 30).getTime();
    expect(readMoment("2026-04-15T15:00", now)).toBe(new Date(2026, 3, 15, 15).getTime());
    for (const text of ["", "2026-04-15T14:00", "no date"]) expect(readMoment(text, now)).toBeUndefined();
  });
});
