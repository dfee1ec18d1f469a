import { describe, expect, it } from "vitest";
import { createPace } from "./pace.ts";

describe("the pace at which answers are read", () => {
  it("lets a few answers be read as their bytes come", () => {
    const { enter } = setUp();
    const readings = Array.from({ length: 25 }, enter);
    expect(readings.some((one) => one.isCrowded())).toBe(false);
  });

  it("makes more of them wait, the longer the more there are", async () => {
    const { enter, waits, clock } = setUp();
    const readings = Array.from({ length: 500 }, enter);
    const [first] = readings;
    expect(first?.isCrowded()).toBe(true);
    await first?.turn();
    expect(waits).toEqual([]);
    clock.now += 30;
    await first?.turn();
    expect(waits).toEqual([98]);
    readings.slice(200).forEach((one) => one.leave());
    await first?.turn();
    readings.slice(100, 200).forEach((one) => one.leave());
    await first?.turn();
    readings.slice(64, 100).forEach((one) => one.leave());
    await first?.turn();
    expect(waits).toEqual([98, 100, 64, 40]);
  });

  it("lets those go on together whose turn comes at about the same time", async () => {
    const { enter, waits, clock } = setUp();
    const readings = Array.from({ length: 40 }, enter);
    for (const one of readings.slice(0, 3)) {
      await one.turn();
      clock.now += 1;
    }
    await Promise.all(readings.slice(0, 3).map((one) => one.turn()));
    expect(waits).toEqual([37, 4]);
    expect(clock.now).toBe(1044);
  });

  it("counts nobody who has left, and nobody twice", () => {
    const { enter } = setUp();
    const readings = Array.from({ length: 26 }, enter);
    const [first, second] = readings;
    second?.leave();
    second?.leave();
    expect(first?.isCrowded()).toBe(false);
    const third = enter();
    expect(third.isCrowded()).toBe(true);
  });
});

function setUp() {
  const clock = { now: 1000 };
  const waits: number[] = [];
  const pace = createPace({
    now: () => clock.now,
    wait: async (ms) => {
      waits.push(ms);
      clock.now += ms;
    },
  });
  return { enter: pace.enter, waits, clock };
}
