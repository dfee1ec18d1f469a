const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pauses after each attempt that failed: a little over three days in all. */
const pausesMs = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  21 * hour,
];

/** The longest wait that a receiver can ask for. */
const longestAskedMs = 24 * hour;

/**
 * How often an event is tried (for about 40 minutes) before the next one of its conversation goes out without it: one
 * that a receiver never takes must not hold up a conversation for days.
 */
export const triesInOrder = 6;

/** When to try again after `tries` attempts failed; null once that was enough. `askedMs`: as the receiver wants it. */
export function chooseNextTry(
  { tries, askedMs, now }: { tries: number; askedMs: number | null; now: number },
  random: () => number = Math.random,
): number | null {
  const pauseMs = pausesMs[tries - 1];
  if (pauseMs === undefined) return null;
  // Only ever later, so that all pauses together never come to less than three days.
  const ownMs = Math.round(pauseMs * (1 + random() * 0.2));
  return now + Math.max(ownMs, Math.min(askedMs ?? 0, longestAskedMs));
}

/** How long a `Retry-After` header asks to wait: seconds, or a date; null where it says neither. */
export function readRetryAfter(header: string | undefined, now: number): number | null {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * second;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
