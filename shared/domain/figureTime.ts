/** Figures are kept by quarter hours: the clocks of India and Nepal are off by 30 and 45 minutes. */
export const bucketMs = 15 * 60 * 1000;

const dayMs = 24 * 60 * 60 * 1000;
/** Longer times are read from weeks, counted from the beginning of 1970 on in UTC. */
export const weekMs = 7 * dayMs;

export const granularities = ["hour", "day", "week", "month"] as const;
export type Granularity = (typeof granularities)[number];

/** Gives the beginning of the quarter hour that a moment is in. */
export function bucketOf(at: number): number {
  return at - (at % bucketMs);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of a zone show, as if they were UTC's. A clock is kept: making one takes longer than reading it often. */
export function readClock(at: number, timeZone: string): number {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat("en", {
      ...({ timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" } as const),
      ...({ hour: "numeric", minute: "numeric", second: "numeric" } as const),
    });
    clocks.set(timeZone, clock);
  }
  const shown: Record<string, number> = {};
  for (const { type, value } of clock.formatToParts(at)) shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** When the clocks of a zone show this; where they never do, the moment at which they leap over it. */
export function findMoment(local: number, timeZone: string): number {
  const offsetAt = (at: number) => readClock(at, timeZone) - at;
  const before = local - offsetAt(local - dayMs);
  const after = local - offsetAt(local + dayMs);
  if (readClock(before, timeZone) === local) return before;
  return readClock(after, timeZone) === local ? after : before;
}

/** A stretch of time in which the clocks of a zone are off by the same. */
export interface ZoneSpan {
  /** The first moment of the stretch. */
  from: number;
  offsetMs: number;
}

/** No zone changes its clocks twice within this time. */
const stepMs = 5 * dayMs;

/** Gives how far the clocks of a zone are off from a moment to another, in order; they change at full quarters of an hour. */
export function listZoneSpans(from: number, to: number, timeZone: string): ZoneSpan[] {
  const offsetAt = (at: number) => readClock(at, timeZone) - at;
  const spans: ZoneSpan[] = [{ from, offsetMs: offsetAt(from) }];
  let before = offsetAt(from);
  for (let start = from; start < to; start += stepMs) {
    const end = Math.min(start + stepMs, to);
    const after = offsetAt(end);
    if (before === after) continue;
    let [low, high] = [start, end];
    while (high - low > bucketMs) {
      const middle = bucketOf(low + Math.floor((high - low) / 2));
      if (middle <= low) break;
      if (offsetAt(middle) === before) low = middle;
      else high = middle;
    }
    spans.push({ from: high, offsetMs: after });
    before = after;
  }
  return spans;
}

/** What the clocks of a day, hour, week or month are written as: `2026-03-29`, `2026-03-29T14:00`, `2026-03`. */
export function writeLocal(local: number, granularity: Granularity): string {
  const text = new Date(local).toISOString();
  if (granularity === "hour") return `${text.slice(0, 13)}:00`;
  return granularity === "month" ? text.slice(0, 7) : text.slice(0, 10);
}

/** The beginning of the local hour, day, week (Monday) or month. Takes and gives the time that clocks show. */
export function startOfLocal(local: number, granularity: Granularity): number {
  if (granularity === "hour") return local - (local % (60 * 60 * 1000));
  const day = local - (local % dayMs);
  if (granularity === "day") return day;
  // 1970 began on a Thursday.
  if (granularity === "week") return day - ((day / dayMs + 3) % 7) * dayMs;
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

/** The beginning of the next local hour, day, week or month. */
export function nextLocal(local: number, granularity: Granularity): number {
  if (granularity === "hour") return local + 60 * 60 * 1000;
  if (granularity === "day") return local + dayMs;
  if (granularity === "week") return local + 7 * dayMs;
  const date = new Date(local);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** The local beginnings of all hours, days, weeks or months from a moment to another, in order. */
export function listStarts(
  { from, to, timezone }: { from: number; to: number; timezone: string },
  granularity: Granularity,
): number[] {
  const end = readClock(to - 1, timezone);
  const starts: number[] = [];
  const first = startOfLocal(readClock(from, timezone), granularity);
  for (let at = first; at <= end; at = nextLocal(at, granularity)) starts.push(at);
  return starts;
}
