import { describe, expect, it } from "vitest";
import { addOpenTime, findOpening, isTimeZone, usualHours } from "./openingHours.ts";

const berlin = usualHours("Europe/Berlin");
const at = (text: string) => Date.parse(text);
const said = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

describe("opening hours", () => {
  it.each([
    ["on a working morning before nine", "2026-03-10T07:59:59Z", false, "2026-03-10T08:00:00.000Z"],
    ["at nine", "2026-03-10T08:00:00Z", true, null],
    ["a moment before five", "2026-03-10T15:59:59Z", true, null],
    ["at five", "2026-03-10T16:00:00Z", false, "2026-03-11T08:00:00.000Z"],
    ["on a Friday evening", "2026-03-13T18:00:00Z", false, "2026-03-16T08:00:00.000Z"],
    ["on a Sunday night that is Monday there", "2026-03-15T23:30:00Z", false, "2026-03-16T08:00:00.000Z"],
    ["over the weekend when clocks go forward", "2026-03-28T12:00:00Z", false, "2026-03-30T07:00:00.000Z"],
    ["over the weekend when clocks go back", "2026-10-24T12:00:00Z", false, "2026-10-26T08:00:00.000Z"],
  ])("%s (%s) are open: %s, and open next at %s", (_, moment, isOpen, opensAt) => {
    const found = findOpening(berlin, at(moment));
    expect([found.isOpen, said(found.opensAt)]).toEqual([isOpen, opensAt]);
  });

  it.each([
    ["Asia/Kolkata", "2026-03-10T03:29:00Z", "2026-03-10T03:30:00.000Z"],
    ["America/Los_Angeles", "2026-03-10T01:00:00Z", "2026-03-10T16:00:00.000Z"],
    ["Pacific/Auckland", "2026-03-13T21:00:00Z", "2026-03-15T20:00:00.000Z"],
  ])("follow the clocks of %s", (timeZone, moment, opensAt) => {
    expect(said(findOpening(usualHours(timeZone), at(moment)).opensAt)).toBe(opensAt);
  });

  it("of a single day come back a week later", () => {
    const week = [null, { opens: "10:00", closes: "24:00" }, null, null, null, null, null];
    const tuesday = at("2026-03-10T23:30:00Z");
    expect(findOpening({ timeZone: "UTC", week }, tuesday).isOpen).toBe(true);
    const after = findOpening({ timeZone: "UTC", week }, at("2026-03-11T00:00:00Z"));
    expect([after.isOpen, said(after.opensAt)]).toEqual([false, "2026-03-17T10:00:00.000Z"]);
  });

  it("with no open day never open, and without hours are always open", () => {
    const week = berlin.week.map(() => null);
    expect(findOpening({ timeZone: "UTC", week }, 0)).toEqual({ isOpen: false, opensAt: null });
    expect(findOpening(null, 0)).toEqual({ isOpen: true, opensAt: null });
  });

  it.each([
    ["within a day", "2026-03-10T09:00:00Z", 60, "2026-03-10T10:00:00.000Z"],
    ["to the end of a day", "2026-03-10T15:00:00Z", 60, "2026-03-10T16:00:00.000Z"],
    ["into the next day", "2026-03-10T15:30:00Z", 60, "2026-03-11T08:30:00.000Z"],
    ["from before nine on", "2026-03-10T05:00:00Z", 60, "2026-03-10T09:00:00.000Z"],
    ["over a weekend", "2026-03-13T15:30:00Z", 60, "2026-03-16T08:30:00.000Z"],
    ["over the weekend when clocks go forward", "2026-03-27T15:30:00Z", 60, "2026-03-30T07:30:00.000Z"],
    ["a whole week long", "2026-03-10T08:00:00Z", 5 * 8 * 60, "2026-03-16T16:00:00.000Z"],
  ])("pass %s: from %s %d minutes later it is %s", (_, from, minutes, end) => {
    expect(said(addOpenTime(berlin, at(from), minutes * 60_000))).toBe(end);
  });

  it("without hours pass as time does, and with no open day never", () => {
    expect(addOpenTime(null, 1000, 60_000)).toBe(61_000);
    expect(addOpenTime({ timeZone: "UTC", week: berlin.week.map(() => null) }, 1000, 60_000)).toBe(null);
  });

  it.each([
    ["Europe/Berlin", true],
    ["UTC", true],
    ["Mars/Olympus", false],
    ["", false],
  ])("know whether %j is a time zone", (name, isKnown) => expect(isTimeZone(name)).toBe(isKnown));
});
