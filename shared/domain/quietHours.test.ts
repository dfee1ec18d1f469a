import { describe, expect, it } from "vitest";
import { findQuiet, usualQuietHours, weekdays } from "./quietHours.ts";

const at = (text: string) => Date.parse(text);
const said = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
const nights = usualQuietHours("Europe/Berlin");
const workNights = { ...nights, days: [1, 2, 3, 4] };
const noons = { ...nights, from: "12:00", to: "13:30" };
const weekends = { ...nights, from: "00:00", to: "00:00", days: [6, 7] };

describe("quiet hours", () => {
  it.each([
    ["in the evening", nights, "2026-03-10T20:59:59Z", false, "2026-03-10T21:00:00.000Z"],
    ["as they begin", nights, "2026-03-10T21:00:00Z", true, "2026-03-11T06:00:00.000Z"],
    ["after midnight", nights, "2026-03-11T05:59:59Z", true, "2026-03-11T06:00:00.000Z"],
    ["as they end", nights, "2026-03-11T06:00:00Z", false, "2026-03-11T21:00:00.000Z"],
    ["when clocks go forward", nights, "2026-03-28T23:00:00Z", true, "2026-03-29T05:00:00.000Z"],
    ["when clocks go back", nights, "2026-10-24T23:00:00Z", true, "2026-10-25T06:00:00.000Z"],
    ["of Thursday, on Friday morning", workNights, "2026-03-13T03:00:00Z", true, "2026-03-13T06:00:00.000Z"],
    ["on a Friday night", workNights, "2026-03-13T22:00:00Z", false, "2026-03-16T21:00:00.000Z"],
    ["of noon, at noon", noons, "2026-03-10T11:30:00Z", true, "2026-03-10T12:30:00.000Z"],
    ["of noon, after it", noons, "2026-03-10T12:30:00Z", false, "2026-03-11T11:00:00.000Z"],
    ["of a weekend, which is one", weekends, "2026-03-14T12:00:00Z", true, "2026-03-15T23:00:00.000Z"],
    ["of a weekend, on Friday", weekends, "2026-03-13T12:00:00Z", false, "2026-03-13T23:00:00.000Z"],
  ])("%s", (_, hours, moment, isQuiet, changesAt) => {
    const found = findQuiet(hours, at(moment));
    expect([found.isQuiet, said(found.changesAt)]).toEqual([isQuiet, changesAt]);
  });

  it.each([
    ["Asia/Kolkata", "2026-03-10T16:30:00Z", true, "2026-03-11T01:30:00.000Z"],
    ["America/Los_Angeles", "2026-03-10T16:30:00Z", false, "2026-03-11T05:00:00.000Z"],
  ])("follow the clocks of %s", (timeZone, moment, isQuiet, changesAt) => {
    const found = findQuiet(usualQuietHours(timeZone), at(moment));
    expect([found.isQuiet, said(found.changesAt)]).toEqual([isQuiet, changesAt]);
  });

  it("of a single day come back a week later", () => {
    const hours = { ...nights, timeZone: "UTC", from: "10:00", to: "11:00", days: [2] };
    expect(said(findQuiet(hours, at("2026-03-10T11:00:00Z")).changesAt)).toBe("2026-03-17T10:00:00.000Z");
  });

  it("of all days and hours never end, and none never begin", () => {
    const always = { ...weekends, days: [...weekdays] };
    expect(findQuiet(always, at("2026-03-10T12:00:00Z"))).toEqual({ isQuiet: true, changesAt: null });
    expect(findQuiet(null, 0)).toEqual({ isQuiet: false, changesAt: null });
  });
});
