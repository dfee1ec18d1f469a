import { describe, expect, it } from "vitest";
import {
  addOpenTime,
  findOpening,
  findPresence,
  isTimeZone,
  listOpenSpans,
  listOverlaps,
  usualHours,
} from "./openingHours.ts";

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

  const night = { opens: "22:00", closes: "02:00" };
  const on = (days: number[], span = night) =>
    Array.from({ length: 7 }, (_, day) => (days.includes(day) ? span : null));
  const [fridays, saturdays, sundays] = [on([4]), on([5]), on([6])];

  it.each([
    ["a moment before it", "Europe/Berlin", saturdays, "2026-03-14T20:59:59Z", "2026-03-14T21:00:00.000Z"],
    ["when it begins", "Europe/Berlin", saturdays, "2026-03-14T21:00:00Z", null],
    ["on Sunday at half past midnight", "Europe/Berlin", saturdays, "2026-03-14T23:30:00Z", null],
    ["a moment before its end", "Europe/Berlin", saturdays, "2026-03-15T00:59:59Z", null],
    ["at its end", "Europe/Berlin", saturdays, "2026-03-15T01:00:00Z", "2026-03-21T21:00:00.000Z"],
    ["early on Monday, of Sunday's", "Europe/Berlin", sundays, "2026-03-16T00:30:00Z", null],
    [
      "early on Sunday, of Sunday's",
      "Europe/Berlin",
      sundays,
      "2026-03-15T00:30:00Z",
      "2026-03-15T21:00:00.000Z",
    ],
    ["in another zone, by its days", "America/Los_Angeles", fridays, "2026-03-14T08:59:59Z", null],
    [
      "in another zone, at its end",
      "America/Los_Angeles",
      fridays,
      "2026-03-14T09:00:00Z",
      "2026-03-21T05:00:00.000Z",
    ],
    ["in a zone of quarters", "Asia/Kathmandu", fridays, "2026-03-13T20:14:59Z", null],
    [
      "in a zone of quarters, at its end",
      "Asia/Kathmandu",
      fridays,
      "2026-03-13T20:15:00Z",
      "2026-03-20T16:15:00.000Z",
    ],
    ["before clocks go forward", "Europe/Berlin", saturdays, "2026-03-29T00:59:59Z", null],
    [
      "once clocks went forward",
      "Europe/Berlin",
      saturdays,
      "2026-03-29T01:00:00Z",
      "2026-04-04T20:00:00.000Z",
    ],
    ["before clocks go back", "Europe/Berlin", saturdays, "2026-10-24T23:59:59Z", null],
    [
      "at two before clocks go back",
      "Europe/Berlin",
      saturdays,
      "2026-10-25T00:00:00Z",
      "2026-10-31T21:00:00.000Z",
    ],
    [
      ...["to an hour that clocks leave out", "Europe/Berlin"],
      ...[on([5], { opens: "22:00", closes: "02:30" }), "2026-03-29T01:29:59Z", null],
    ] as const,
    [
      ...["to midnight by its other name", "Europe/Berlin"],
      ...[on([5], { opens: "22:00", closes: "00:00" }), "2026-03-14T23:00:00Z", "2026-03-21T21:00:00.000Z"],
    ] as const,
  ])("over midnight: %s (%s)", (_, timeZone, week, moment, opensAt) => {
    const found = findOpening({ timeZone, week }, at(moment));
    expect([found.isOpen, said(found.opensAt)]).toEqual([opensAt === null, opensAt]);
  });

  it("over midnight go on where the next day's begin at once", () => {
    const week = on([5]).with(6, { opens: "02:00", closes: "06:00" });
    for (const moment of ["2026-03-15T01:00:00Z", "2026-03-15T04:59:59Z"])
      expect(findOpening({ timeZone: "Europe/Berlin", week }, at(moment)).isOpen, moment).toBe(true);
    expect(findOpening({ timeZone: "Europe/Berlin", week }, at("2026-03-15T05:00:00Z")).isOpen).toBe(false);
  });

  it.each([
    ["what is left of it", "2026-03-14T23:30:00Z", 30, "2026-03-15T00:00:00.000Z"],
    ["what is left of it, and of the next one", "2026-03-14T23:30:00Z", 100, "2026-03-15T21:10:00.000Z"],
    ["over the end of the week", "2026-03-15T21:00:00Z", 230, "2026-03-16T00:50:00.000Z"],
    ["a night when clocks go forward", "2026-03-28T21:00:00Z", 241, "2026-03-29T20:01:00.000Z"],
    ["a night when clocks go back", "2026-10-24T20:00:00Z", 241, "2026-10-25T21:01:00.000Z"],
  ])("over midnight count %s", (_, from, minutes, end) => {
    const hours = { timeZone: "Europe/Berlin", week: on([0, 1, 2, 3, 4, 5, 6]) };
    expect(said(addOpenTime(hours, at(from), minutes * 60_000))).toBe(end);
  });

  it.each([
    ["with a day off after it", [], on([5])],
    ["every day", [], on([0, 1, 2, 3, 4, 5, 6])],
    ["where the next day begins with its end", [], on([5]).with(6, { opens: "02:00", closes: "06:00" })],
    ["where the next day begins before its end", [1], on([1]).with(2, { opens: "01:59", closes: "06:00" })],
    ["over the end of the week", [6], on([6]).with(0, { opens: "00:00", closes: "24:00" })],
    [
      "to midnight",
      [],
      on([1], { opens: "09:00", closes: "24:00" }).with(2, { opens: "00:00", closes: "01:00" }),
    ],
  ])("over midnight run %s into these days' next: %j", (_, days, week) => {
    expect(listOverlaps(week)).toEqual(days.map((day) => ({ day, isWithinDay: false })));
  });

  const morning = { opens: "08:00", closes: "12:00" };
  const evening = { opens: "15:00", closes: "18:00" };
  const split = { timeZone: "UTC", week: usualHours("UTC").week.map((day) => day && [morning, evening]) };

  it.each([
    ["in the first one", "2026-03-10T11:59:59Z", null],
    ["between them", "2026-03-10T12:00:00Z", "2026-03-10T15:00:00.000Z"],
    ["in the last one", "2026-03-10T15:00:00Z", null],
    ["after the last one", "2026-03-10T18:00:00Z", "2026-03-11T08:00:00.000Z"],
    ["on a Friday evening", "2026-03-13T18:00:00Z", "2026-03-16T08:00:00.000Z"],
  ])("in several ranges a day: %s (%s)", (_, moment, opensAt) => {
    const found = findOpening(split, at(moment));
    expect([found.isOpen, said(found.opensAt)]).toEqual([opensAt === null, opensAt]);
  });

  it("count the time in several ranges a day", () => {
    expect(said(addOpenTime(split, at("2026-03-10T11:00:00Z"), 90 * 60_000))).toBe(
      "2026-03-10T15:30:00.000Z",
    );
  });

  it("skip closed days, even many in a row", () => {
    const day = (number: number) => `2026-12-${number}`;
    const closedDays = [24, 25, 26, 27, 28, 29, 30, 31].map(day).concat("2027-01-01");
    const found = findOpening({ ...split, closedDays }, at("2026-12-24T09:00:00Z"));
    expect([found.isOpen, said(found.opensAt)]).toEqual([false, "2027-01-04T08:00:00.000Z"]);
  });

  it("end a night that started before a closed day, and start none on it", () => {
    const hours = { timeZone: "UTC", week: on([5, 6]), closedDays: ["2026-03-15"] };
    expect(findOpening(hours, at("2026-03-15T01:00:00Z")).isOpen).toBe(true);
    expect(findOpening(hours, at("2026-03-15T23:00:00Z")).isOpen).toBe(false);
  });

  it("list the next ranges, the current one first", () => {
    const [from, until] = [at("2026-03-10T11:00:00Z"), at("2026-03-11T09:00:00Z")];
    expect(listOpenSpans(split, from, until).map(({ opensAt }) => said(opensAt))).toEqual([
      "2026-03-10T08:00:00.000Z",
      "2026-03-10T15:00:00.000Z",
      "2026-03-11T08:00:00.000Z",
    ]);
  });

  it.each([
    ["in order", [morning, evening], false],
    ["right after each other", [morning, { opens: "12:00", closes: "13:00" }], false],
    ["with the last one over midnight", [morning, night], false],
    ["in another order", [evening, morning], true],
    ["over each other", [morning, { opens: "11:59", closes: "13:00" }], true],
    ["with one before the last over midnight", [night, { opens: "23:00", closes: "24:00" }], true],
  ])("of one day are checked: %s", (_, day, isWithinDay) => {
    const week = usualHours("UTC").week.map((_, index) => (index === 1 ? day : null));
    expect(listOverlaps(week)).toEqual(isWithinDay ? [{ day: 1, isWithinDay }] : []);
  });

  const hourMs = 60 * 60_000;
  const allDay = on([0, 1, 2, 3, 4, 5, 6], { opens: "00:00", closes: "24:00" });

  it.each([
    ["before they end", berlin, "2026-03-10T15:00:00Z", false, "2026-03-11T08:00:00.000Z", hourMs],
    ["before they begin", berlin, "2026-03-10T06:00:00Z", true, "2026-03-10T08:00:00.000Z", 2 * hourMs],
    ["over a weekend", berlin, "2026-03-13T18:00:00Z", true, "2026-03-16T08:00:00.000Z", null],
    ["day and night", { timeZone: "UTC", week: allDay }, "2026-03-13T18:00:00Z", false, null, null],
    ["that are not said", null, "2026-03-13T18:00:00Z", false, null, null],
  ])(
    "%s say when the team is back, and in how long that changes",
    (_, hours, moment, isAway, opensAt, ms) => {
      const found = findPresence(hours, at(moment));
      expect([found.isAway, found.changes?.[0]?.inMs ?? null]).toEqual([isAway, ms]);
      if (hours?.week !== allDay) expect(said(found.opensAt)).toBe(opensAt);
    },
  );

  it("tell each change of a day, and when the team comes from then on", () => {
    const { changes = [] } = findPresence(split, at("2026-03-10T07:00:00Z"));
    expect(changes.map(({ inMs, opensAt }) => [inMs / hourMs, said(opensAt)])).toEqual([
      [1, "2026-03-10T15:00:00.000Z"],
      [5, "2026-03-10T15:00:00.000Z"],
      [8, "2026-03-11T08:00:00.000Z"],
      [11, "2026-03-11T08:00:00.000Z"],
    ]);
  });

  it.each([
    ["Europe/Berlin", true],
    ["UTC", true],
    ["Mars/Olympus", false],
    ["", false],
  ])("know whether %j is a time zone", (name, isKnown) => expect(isTimeZone(name)).toBe(isKnown));
});
