import { localTime, momentOf } from "./zoneTime.ts";

/**
 * From when to when, as `HH:MM` on a clock of 24 hours. `closes` may be 24:00; where it comes before `opens`, it is on the next
 * day.
 */
export interface OpeningSpan {
  opens: string;
  closes: string;
}

/** The hours of a day: null on a day off, one span, or several in their order. Only the last may end on the next day. */
export type OpeningDay = OpeningSpan | OpeningSpan[] | null;

/** When people of the team answer: by weekday, Monday first. On `closedDays` (`YYYY-MM-DD`) nobody does, whatever the weekday. */
export interface OpeningHours {
  timeZone: string;
  week: OpeningDay[];
  closedDays?: string[] | undefined;
}

/** The most spans of a day, and the most closed days. */
export const maxSpansADay = 6;
export const maxClosedDays = 100;

export const clockTime = /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/;

/** Five days from nine to five, to begin with. */
export function usualHours(timeZone: string) {
  const span: OpeningSpan = { opens: "09:00", closes: "17:00" };
  return { timeZone, week: [span, span, span, span, span, null, null] } satisfies OpeningHours;
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

/** The spans of a day, in their order. */
export function listDaySpans(day: ReadOnlyDay | undefined): readonly Readonly<OpeningSpan>[] {
  if (!day) return [];
  return isSpan(day) ? [day] : day;
}

function isSpan(day: NonNullable<ReadOnlyDay>): day is Readonly<OpeningSpan> {
  return "opens" in day;
}

/** Two hours, an hour after the last ones of a day, or until midnight; null where the day has no room for them. */
export function spanAfter(last: Readonly<OpeningSpan>): OpeningSpan | null {
  const opens = minutesOf(last.closes) + 60;
  if (endsNextDay(last) || opens >= 24 * 60) return null;
  const write = (minutes: number) =>
    [Math.floor(minutes / 60), minutes % 60].map((part) => `${part}`.padStart(2, "0")).join(":");
  return { opens: write(opens), closes: write(Math.min(opens + 120, 24 * 60)) };
}

/** The days, 0 for Monday, with hours that end after the next ones begin: of that day, or of the day after it. */
export function listOverlaps(week: ReadOnlyHours["week"]): { day: number; isWithinDay: boolean }[] {
  return week.flatMap((own, day) => {
    const spans = listDaySpans(own);
    const [tomorrow] = listDaySpans(week[(day + 1) % week.length]);
    const last = spans.at(-1);
    const isWithinDay = spans.some(
      (span, at) => at > 0 && !(minutesOf(endOf(spans[at - 1])) <= minutesOf(span.opens)),
    );
    const isOver = last && tomorrow && endsNextDay(last) && tomorrow.opens < last.closes;
    return isWithinDay || isOver ? [{ day, isWithinDay }] : [];
  });
}

/** When it ends on its own day; one that goes on into the next day has no other after it. */
function endOf(span: Readonly<OpeningSpan> | undefined): string {
  return !span || endsNextDay(span) ? "48:00" : span.closes;
}

type ReadOnlyDay = Readonly<OpeningSpan> | readonly Readonly<OpeningSpan>[] | null;

/** As a snapshot of the state gives it too. */
export type ReadOnlyHours = Readonly<Omit<OpeningHours, "week" | "closedDays">> & {
  readonly week: readonly ReadOnlyDay[];
  readonly closedDays?: readonly string[] | undefined;
};

/** Whether the team is there at this moment, and when it comes next; `opensAt` is null where it is there, or never comes. */
export function findOpening(
  hours: ReadOnlyHours | null,
  at: number,
): { isOpen: boolean; opensAt: number | null } {
  if (!hours) return { isOpen: true, opensAt: null };
  // A week and a day: the only open day may be today, and over already. Closed days push it further.
  for (const { opensAt, closesAt } of listSpans(hours, at, 7 + (hours.closedDays?.length ?? 0) * 7)) {
    if (at < opensAt) return { isOpen: false, opensAt };
    if (at < closesAt) return { isOpen: true, opensAt: null };
  }
  return { isOpen: false, opensAt: null };
}

/** What visitors' browsers are told of the team's hours, by the server's clock: theirs may be wrong. */
export interface TeamPresence {
  isAway: boolean;
  /** When the team comes next; null where it never does, or no hours are said. */
  opensAt: number | null;
  /** In how many ms the team leaves or comes within a day, and when it comes next from then on. */
  changes?: { inMs: number; isAway: boolean; opensAt: number | null }[] | undefined;
}

/** Gives whether the team is there, when it comes next, and when that changes. */
export function findPresence(hours: ReadOnlyHours | null, at: number): TeamPresence {
  if (!hours) return { isAway: false, opensAt: null };
  const { changesAt, ...presence } = lookAt(hours, at);
  const changes: NonNullable<TeamPresence["changes"]> = [];
  for (let next = changesAt; next !== null && next - at <= dayMs;) {
    const then = lookAt(hours, next);
    changes.push({ inMs: Math.ceil(next - at), isAway: then.isAway, opensAt: then.opensAt });
    next = then.changesAt;
  }
  return changes.length > 0 ? { ...presence, changes } : presence;
}

function lookAt(hours: ReadOnlyHours, at: number) {
  const { isOpen, opensAt } = findOpening(hours, at);
  if (!isOpen) return { isAway: true, opensAt, changesAt: opensAt };
  let closesAt = at;
  // Hours that begin with the end of others are one.
  for (const span of listOpenSpans(hours, at, at + 2 * dayMs))
    if (span.opensAt <= closesAt) closesAt = Math.max(closesAt, span.closesAt);
  return { isAway: false, opensAt: findOpening(hours, closesAt).opensAt, changesAt: closesAt };
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

/** The open spans that are not over at `from` and begin before `until`. */
export function listOpenSpans(hours: ReadOnlyHours, from: number, until: number) {
  const days = Math.ceil((until - from) / dayMs);
  return [...listSpans(hours, from, days)].filter(
    ({ opensAt, closesAt }) => closesAt > from && opensAt < until,
  );
}

/** The open hours of today, there, of the next `days` days, and of the day before, which may not be over yet. */
function* listSpans({ timeZone, week, closedDays }: ReadOnlyHours, at: number, days: number) {
  const today = localDay(at, timeZone);
  for (let ahead = -1; ahead <= days; ahead += 1) {
    const day = today + ahead * dayMs;
    if (closedDays?.includes(new Date(day).toISOString().slice(0, 10))) continue;
    for (const span of listDaySpans(week[(new Date(day).getUTCDay() + 6) % 7])) {
      const lastDay = endsNextDay(span) ? day + dayMs : day;
      yield {
        opensAt: momentOf(day + minutesOf(span.opens) * minuteMs, timeZone),
        closesAt: momentOf(lastDay + minutesOf(span.closes) * minuteMs, timeZone),
      };
    }
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
