/** How often each delay came, by whole ms: of many processes these are added up. */
export type Delays = number[];

const longestMs = 60_000;

export function addDelay(delays: Delays, ms: number): void {
  const at = Math.max(0, Math.min(longestMs, Math.round(ms)));
  delays[at] = (delays[at] ?? 0) + 1;
}

export function joinDelays(all: Delays[]): Delays {
  const joined: Delays = [];
  for (const one of all) one.forEach((count, ms) => count && (joined[ms] = (joined[ms] ?? 0) + count));
  return joined;
}

export function countDelays(delays: Delays): number {
  return delays.reduce((sum, count) => sum + (count || 0), 0);
}

/** The delay below which `percent` of them lie. */
export function delayAt(delays: Delays, percent: number): number {
  const wanted = (countDelays(delays) * percent) / 100;
  let seen = 0;
  for (let ms = 0; ms < delays.length; ms += 1) {
    seen += delays[ms] || 0;
    if (seen > wanted) return ms;
  }
  return Number.NaN;
}
