import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { chooseSeed, sampled } from "./sampled.ts";

const hundred = Array.from({ length: 100 }, (_, index) => index);

beforeEach(() => {
  vi.stubEnv("TEST_SWEEPS", undefined);
  vi.stubEnv("TEST_SEED", "7");
});
afterEach(() => vi.unstubAllEnvs());

describe("sampled", () => {
  it("chooses as many cases as asked for, in their own order", () => {
    const chosen = sampled(hundred, { name: "numbers", count: 10 });

    expect(chosen).toHaveLength(10);
    expect(chosen).toEqual([...new Set(chosen)].sort((one, other) => one - other));
  });

  it("chooses the same cases for the same seed", () => {
    const choose = () => sampled(hundred, { name: "numbers", count: 10 });

    expect(choose()).toEqual(choose());
  });

  it("chooses other cases for another seed and for another name", () => {
    const chosen = sampled(hundred, { name: "numbers", count: 10 });
    const otherName = sampled(hundred, { name: "others", count: 10 });
    vi.stubEnv("TEST_SEED", "8");
    const otherSeed = sampled(hundred, { name: "numbers", count: 10 });

    expect(otherName).not.toEqual(chosen);
    expect(otherSeed).not.toEqual(chosen);
  });

  it("reaches every case over many seeds", () => {
    const reached = new Set<number>();
    for (let seed = 0; seed < 200; seed++) {
      vi.stubEnv("TEST_SEED", String(seed));
      for (const one of sampled(hundred, { name: "numbers", count: 10 })) reached.add(one);
    }

    expect(reached.size).toBe(100);
  });

  it("keeps the cases that failed once, in addition to the chosen ones", () => {
    const chosen = sampled(hundred, { name: "numbers", count: 10, always: (one) => one === 3 || one === 99 });

    expect(chosen).toHaveLength(12);
    expect(chosen).toEqual(expect.arrayContaining([3, 99]));
  });

  it("tries every case when the sweeps are whole", () => {
    vi.stubEnv("TEST_SWEEPS", "whole");

    expect(sampled(hundred, { name: "numbers", count: 10 })).toEqual(hundred);
  });

  it("gives all cases where fewer are there than asked for", () => {
    expect(sampled([1, 2], { name: "numbers", count: 10 })).toEqual([1, 2]);
  });
});

describe("chooseSeed", () => {
  it("makes up a seed once a run", () => {
    vi.stubEnv("TEST_SEED", undefined);

    expect(chooseSeed()).toBe(chooseSeed());
  });
});
