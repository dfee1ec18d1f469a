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

describe("the limits of several processes", () => {
  function openTwo() {
    const hears: ((text: string | null) => void)[] = [];
    const peers = {
      publish: (_: string, text: string) => hears.forEach((hear) => hear(text)),
      subscribe: (_: string, hear: (text: string | null) => void) => {
        hears.push(hear);
        return () => {};
      },
    };
    return [createLimits(() => 0, peers), createLimits(() => 0, peers)] as const;
  }

  it("count guesses together, and what is given back", () => {
    const [one, other] = openTwo();
    const giveBack = one.take("signIn", "a");
    for (const limits of [one, other, one, other]) limits.take("signIn", "a");
    expect(() => other.take("signIn", "a")).toThrow(expect.objectContaining({ code: "too_many" }));
    giveBack();
    other.take("signIn", "a");
    expect(() => one.take("signIn", "a")).toThrow(expect.objectContaining({ code: "too_many" }));
    one.take("signIn", "b");
  });

  it("leave to each process what guards its own room", () => {
    const [one, other] = openTwo();
    one.take("publicRead", "a");
    expect(other.look("publicRead", "a").left).toBe(600);
  });
});

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

  it("give back what turned out not to count, once", () => {
    const { limits, takes } = open();
    const giveBack = limits.take("signIn", "one");
    while (takes("one"));
    giveBack();
    giveBack();
    expect([takes("one"), takes("one")]).toEqual([true, false]);
  });

  it("hole 17: count the /48 that holds a /64 of IPv6 too, and give back to both", () => {
    const { limits, takes } = open();
    const key = (index: number) => `2001:db8:1:${index.toString(16)}::/64`;
    const giveBack = limits.take("signIn", key(0));
    giveBack();
    const heard = Array.from({ length: 1000 }, (_, index) => takes(key(index))).filter(Boolean);
    expect(heard).toHaveLength(80);
    expect(takes("2001:db8:2:0::/64")).toBe(true);
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
