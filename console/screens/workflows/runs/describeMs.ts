/** Says how long something took, in short: `40 ms`, `3.2 s`, `4 min`, `2 h`, `3 days`. */
export function describeMs(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 60_000) return `${trim(ms / 1000)} s`;
  if (ms < 3_600_000) return `${Math.round(ms / 60_000)} min`;
  if (ms < 86_400_000) return `${trim(ms / 3_600_000)} h`;
  const days = Math.round(ms / 86_400_000);
  return days === 1 ? "1 day" : `${days} days`;
}

function trim(value: number): string {
  return String(Number(value.toFixed(1)));
}
