/** The middle of some figures. */
export function median(figures: number[]): number {
  return percentile(figures, 50);
}

/** The figure below which `percent` of them lie. */
export function percentile(figures: number[], percent: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
