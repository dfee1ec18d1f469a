import { localTime, momentOf } from "./zoneTime.ts";

/**
 * From when to when, as `HH:MM` on a clock of 24 hours. `closes` may be 24:00; where it comes before `opens`, it is on the next
 * day.
 */
export interface OpeningSpan {
  opens: string;
  closes: string;
}

/** When people of the team answer: by weekday, Monday first; null on a day off. */
export interface OpeningHours {
  timeZone: string;
  week: (OpeningSpan | null)[];
}

export const clockTime = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;

/** Five days from nine to five, to begin with. */
export function usualHours(timeZone: string): OpeningHours {
  const span = { opens: "09:00", closes: "17:00" };
  return { timeZone, week: [span, span, span, span, span, null, null] };
}

export function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

export function endsNextDay({ opens, closes }: Readonly<OpeningSpan>): boolean {
  return closes < opens;
}

/** The days, 0 for Monday, whose hours end on the next day after that one's begin. */
export function listOverlaps(week: ReadOnlyHours["week"]): number[] {
  return week.flatMap((span, day) => {
    const next = week[(day + 1) % week.length];
    return span && next && endsNextDay(span) && next.opens < span.closes ? [day] : [];
  });
}

/** As a snapshot of the state gives it too. */
export type ReadOnlyHours = Readonly<Omit<OpeningHours, "week">> & {
  readonly week: readonly (Readonly<OpeningSpan> | null)[];
};

/** Whether the team is there at this moment, and when it comes next; `opensAt` is null where it is there, or never comes. */
export function findOpening(
  hours: ReadOnlyHours | null,
  at: number,
): { isOpen: boolean; opensAt: number | null } {
  if (!hours) return { isOpen: true, opensAt: null };
  // A week and a day: the only open day may be today, and over already.
  for (const { opensAt, closesAt } of listSpans(hours, at, 7)) {
    if (at < opensAt) return { isOpen: false, opensAt };
    if (at < closesAt) return { isOpen: true, opensAt: null };
  }
  return { isOpen: false, opensAt: null };
}

/** More days than the longest target takes of the shortest week that anybody keeps. */
const farthestDays = 366;

/** When the team will have been there for `ms`; null where that lies too far ahead, or never comes. */
export function addOpenTime(hours: ReadOnlyHours | null, from: number, ms: number): number | null {
  if (!hours) return from + ms;
  let left = ms;
  for (const { opensAt, closesAt } of listSpans(hours, from, farthestDays)) {
    const begins = Math.max(opensAt, from);
    if (begins >= closesAt) continue;
    if (begins + left <= closesAt) return begins + left;
    left -= closesAt - begins;
  }
  return null;
}

/** The open hours of today, there, of the next `days` days, and of the day before, which may not be over yet. */
function* listSpans({ timeZone, week }: ReadOnlyHours, at: number, days: number) {
  const today = localDay(at, timeZone);
  for (let ahead = -1; ahead <= days; ahead += 1) {
    const day = today + ahead * dayMs;
    const span = week[(new Date(day).getUTCDay() + 6) % 7];
    if (!span) continue;
    const lastDay = endsNextDay(span) ? day + dayMs : day;
    yield {
      opensAt: momentOf(day + minutesOf(span.opens) * minuteMs, timeZone),
      closesAt: momentOf(lastDay + minutesOf(span.closes) * minuteMs, timeZone),
    };
  }
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

/** The beginning of the day there, as if its clocks were UTC's. */
function localDay(at: number, timeZone: string): number {
  const local = localTime(at, timeZone);
  return local - (local % dayMs);
}
