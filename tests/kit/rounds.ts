import { chooseSeed, isWhole, share } from "./sampled.ts";

/**
 * How many rounds of chance a test tries, for fast-check: `whole` with TEST_SWEEPS=whole (`npm run test:full`), else
 * `some`, on the second store a third of them. They follow the seed of this run, which TEST_SEED repeats.
 */
export function rounds({ some, whole }: { some: number; whole: number }): { numRuns: number; seed: number } {
  return {
    numRuns: isWhole() ? whole : share(some),
    seed: Number(chooseSeed()),
  };
}
