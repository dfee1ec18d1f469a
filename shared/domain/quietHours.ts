import { localTime, momentOf } from "./zoneTime.ts";

/**
 * When somebody wants to hear nothing: from when to when, as `HH:MM` on a clock of 24 hours, beginning on these weekdays, 1
 * for Monday to 7. What ends no later than it begins ends on the next day.
 */
export interface QuietHours {
  from: string;
  to: string;
  days: number[];
  timeZone: string;
}

/** As a snapshot of the state gives it too. */
export type ReadOnlyQuietHours = Readonly<Omit<QuietHours, "days">> & { readonly days: readonly number[] };

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** Every night, to begin with. */
export function usualQuietHours(timeZone: string): QuietHours {
  return { from: "22:00", to: "07:00", days: [...weekdays], timeZone };
}

/**
 * Whether it is quiet at this moment, and until when that holds: quiet hours that go over into each other are one. Null where
 * it never changes.
 */
export function findQuiet(
  hours: ReadOnlyQuietHours | null,
  at: number,
): { isQuiet: boolean; changesAt: number | null } {
  if (!hours) return { isQuiet: false, changesAt: null };
  let until: number | null = null;
  for (const { begins, ends } of listSpans(hours, at)) {
    const known: number = until ?? at;
    if (ends <= known) continue;
    if (begins > known) return { isQuiet: until !== null, changesAt: until ?? begins };
    until = ends;
  }
  return { isQuiet: until !== null, changesAt: null };
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Those that began yesterday, there, and those of the week and the day that follow: the only one may be over today. */
function* listSpans({ from, to, days, timeZone }: ReadOnlyQuietHours, at: number) {
  const local = localTime(at, timeZone);
  const today = local - (local % dayMs);
  for (let ahead = -1; ahead <= 8; ahead += 1) {
    const day = today + ahead * dayMs;
    if (!days.includes(new Date(day).getUTCDay() || 7)) continue;
    const endDay = to > from ? day : day + dayMs;
    yield {
      begins: momentOf(day + msOf(from), timeZone),
      ends: momentOf(endDay + msOf(to), timeZone),
    };
  }
}

function msOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return (hours * 60 + minutes) * minuteMs;
}
