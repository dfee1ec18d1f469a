import { chooseSeed } from "./sampled.ts";

/**
 * How many rounds of chance a test tries, for fast-check: `whole` with TEST_SWEEPS=whole (`npm run test:full`), else
 * `some`. They follow the seed of this run, which TEST_SEED repeats.
 */
export function rounds({ some, whole }: { some: number; whole: number }): { numRuns: number; seed: number } {
  return { numRuns: process.env["TEST_SWEEPS"] === "whole" ? whole : some, seed: Number(chooseSeed()) };
}
