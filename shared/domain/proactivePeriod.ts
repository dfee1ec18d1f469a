import { listOpenSpans } from "./openingHours.ts";
import type { ProactivePeriod, PublicRule } from "./proactive.ts";
import { momentOf } from "./zoneTime.ts";

const dayMs = 24 * 60 * 60_000;
/** How far ahead a page is told when a rule speaks; one that is open for longer learns the rest when it is loaded again. */
const aheadMs = dayMs;

/** Gives from when to when a rule may speak, in ms from `now`, within the next day. */
export function listLiveSpans(
  { timeZone, from, to, week }: ProactivePeriod,
  now: number,
): PublicRule["live"] {
  const begins = from === null ? now : Math.max(now, momentOf(Date.parse(from), timeZone));
  const end = to === null ? Infinity : momentOf(Date.parse(to) + dayMs, timeZone);
  const ends = Math.min(now + aheadMs, end);
  if (begins >= ends) return [];
  const spans = week ? listOpenSpans({ timeZone, week }, now, ends) : [{ opensAt: begins, closesAt: ends }];
  return spans
    .map(({ opensAt, closesAt }) => ({
      fromMs: Math.max(opensAt, begins) - now,
      toMs: Math.min(closesAt, ends) - now,
    }))
    .filter(({ fromMs, toMs }) => fromMs < toMs);
}
