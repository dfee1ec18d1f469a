/** A whole number within its limits, whatever is typed. */
export function clamp(typed: string, { least, most }: { least: number; most: number }): number {
  return Math.min(most, Math.max(least, Math.round(Number(typed) || 0)));
}
