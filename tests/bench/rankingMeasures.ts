/** Gives nDCG of the first `depth` answers: 1 where the best possible order was given. */
export function countNdcg(found: readonly string[], grades: ReadonlyMap<string, number>, depth = 10): number {
  const sum = (gains: readonly number[]) =>
    gains.slice(0, depth).reduce((total, gain, place) => total + gain / Math.log2(place + 2), 0);
  const best = sum([...grades.values()].sort((one, other) => other - one));
  return best === 0 ? 0 : sum(found.map((id) => grades.get(id) ?? 0)) / best;
}

/** Gives the part of the good documents that is among the first `depth` answers. */
export function countRecall(
  found: readonly string[],
  grades: ReadonlyMap<string, number>,
  depth = 100,
): number {
  const good = found.slice(0, depth).filter((id) => grades.has(id)).length;
  return grades.size === 0 ? 0 : good / grades.size;
}

/** Gives the value that the given part of the numbers does not exceed (0.5: the median). */
export function findPercentile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
