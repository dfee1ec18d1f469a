import { describe, expect, it } from "vitest";
import { findMoment, listZoneSpans, nextLocal, startOfLocal, writeLocal } from "./figureTime.ts";
import { binOf, middleOf, readQuantile } from "./histogram.ts";

const hourMs = 60 * 60 * 1000;

describe("the spans of a time zone", () => {
  it.each<[string, number[], string[]]>([
    ["UTC", [0], []],
    ["Asia/Kathmandu", [5.75], []],
    ["Europe/Berlin", [1, 2, 1], ["2026-03-29T01:00:00.000Z", "2026-10-25T01:00:00.000Z"]],
    ["America/New_York", [-5, -4, -5], ["2026-03-08T07:00:00.000Z", "2026-11-01T06:00:00.000Z"]],
    ["Australia/Lord_Howe", [11, 10.5, 11], ["2026-04-04T15:00:00.000Z", "2026-10-03T15:30:00.000Z"]],
  ])("of %s change at the moments at which its clocks do", (zone, offsets, changes) => {
    const spans = listZoneSpans(Date.UTC(2026, 0, 1), Date.UTC(2026, 11, 31), zone);
    expect(spans.map(({ offsetMs }) => offsetMs / hourMs)).toEqual(offsets);
    expect(spans.slice(1).map(({ from }) => new Date(from).toISOString())).toEqual(changes);
  });
});

describe("a local time", () => {
  it("begins its day, week and month where clocks say so", () => {
    const sunday = Date.UTC(2026, 2, 29, 15, 30);
    expect(writeLocal(startOfLocal(sunday, "hour"), "hour")).toBe("2026-03-29T15:00");
    expect(writeLocal(startOfLocal(sunday, "week"), "week")).toBe("2026-03-23");
    expect(writeLocal(startOfLocal(sunday, "month"), "month")).toBe("2026-03");
    expect(writeLocal(nextLocal(startOfLocal(sunday, "month"), "month"), "day")).toBe("2026-04-01");
  });

  it("stands for the moment at which the clocks of a zone show it", () => {
    expect(findMoment(Date.UTC(2026, 2, 30), "Europe/Berlin")).toBe(Date.UTC(2026, 2, 29, 22));
    expect(findMoment(Date.UTC(2026, 2, 1), "Asia/Kathmandu")).toBe(Date.UTC(2026, 1, 28, 18, 15));
  });
});

describe("a histogram", () => {
  it("gives a time back within 4.6 percent", () => {
    for (let ms = 1; ms < 1e9; ms = Math.ceil(ms * 1.37))
      expect(Math.abs(middleOf(binOf(ms)) - ms), String(ms)).toBeLessThanOrEqual(1 + ms * 0.046);
  });

  it("knows the time below which a share of all lies, and none of nothing", () => {
    const counts = new Map([
      [binOf(100), 90],
      [binOf(10_000), 10],
    ]);
    expect(readQuantile(counts, 0.5)).toBe(middleOf(binOf(100)));
    expect(readQuantile(counts, 0.95)).toBe(middleOf(binOf(10_000)));
    expect(readQuantile(new Map([[3, 0]]), 0.5)).toBe(null);
  });
});
