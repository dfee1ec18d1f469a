import { describe, expect, it } from "vitest";
import { createLimits } from "./limits.ts";

function open() {
  let at = 0;
  const limits = createLimits(() => at);
  const takes = (key: string) => {
    try {
      limits.take("signIn", key);
      return true;
    } catch {
      return false;
    }
  };
  return { limits, takes, pass: (ms: number) => void (at += ms) };
}

describe("the limits", () => {
  it("give a key its burst, then one more each time its pause has passed", () => {
    const { takes, pass } = open();
    expect([1, 2, 3, 4, 5, 6].map(() => takes("one"))).toEqual([true, true, true, true, true, false]);
    expect(takes("other")).toBe(true);
    pass(3 * 60_000);
    expect([takes("one"), takes("one")]).toEqual([true, false]);
  });

  it("say when to come again", () => {
    const { limits, takes, pass } = open();
    while (takes("one"));
    pass(60_000);
    expect(() => limits.take("signIn", "one")).toThrow(expect.objectContaining({ retryAfterSeconds: 120 }));
  });

  it("give back what turned out not to count, and never more than the burst", () => {
    const { limits, takes } = open();
    for (let index = 0; index < 20; index += 1) limits.giveBack("signIn", "one");
    expect([1, 2, 3, 4, 5, 6].filter(() => takes("one"))).toHaveLength(5);
    limits.giveBack("signIn", "one");
    expect([takes("one"), takes("one")]).toEqual([true, false]);
  });

  it("take no harm from a clock that goes back", () => {
    const { takes, pass } = open();
    pass(1_000_000);
    while (takes("one"));
    pass(-500_000);
    expect(takes("one")).toBe(false);
  });

  it("keep a key that is used up while a hundred thousand others come", () => {
    const { takes, pass } = open();
    for (let index = 0; index < 99_999; index += 1) takes(`old ${index}`);
    pass(15 * 60_000);
    while (takes("one"));
    for (let index = 0; index < 50_000; index += 1) takes(`new ${index}`);
    expect(takes("one")).toBe(false);
  });
});
