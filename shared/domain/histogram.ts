/** Eight steps to the double: a step is 9 % wide, so its middle is off by 4.5 % at most. */
const stepsToTheDouble = 8;

/** Gives the step of a logarithmic histogram for a number of milliseconds. */
export function binOf(ms: number): number {
  return ms < 1 ? 0 : 1 + Math.floor(Math.log2(ms) * stepsToTheDouble);
}

/** Gives the milliseconds that stand for a step: its middle. */
export function middleOf(bin: number): number {
  return bin === 0 ? 0 : Math.round(2 ** ((bin - 0.5) / stepsToTheDouble));
}

/** Gives the milliseconds below which this share of all lies; null of none. */
export function readQuantile(counts: ReadonlyMap<number, number>, share: number): number | null {
  const bins = [...counts].filter(([, count]) => count > 0).toSorted(([one], [other]) => one - other);
  const all = bins.reduce((sum, [, count]) => sum + count, 0);
  if (all === 0) return null;
  const rank = Math.max(1, Math.ceil(share * all));
  let passed = 0;
  for (const [bin, count] of bins) {
    passed += count;
    if (passed >= rank) return middleOf(bin);
  }
  return null;
}
