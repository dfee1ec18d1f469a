const dayMs = 24 * 60 * 60_000;

/** A time of a day on a clock of 24 hours, `HH:MM`. */
export const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Making one takes a hundred times as long as using it. There are some 600 zones. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const made =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en", {
      ...({ timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" } as const),
      ...({ hour: "numeric", minute: "numeric", second: "numeric" } as const),
    });
  formats.set(timeZone, made);
  return made;
}

/** What the clocks of a zone show at this moment, as if they were UTC's. */
export function localTime(at: number, timeZone: string): number {
  const parts = formatIn(timeZone).formatToParts(at);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(
    ...([read("year"), read("month") - 1, read("day")] as const),
    ...([read("hour"), read("minute"), read("second")] as const),
  );
}

/** When the clocks there show this, as the offsets of the day before and the day after have it. */
export function momentOf(local: number, timeZone: string): number {
  const offsetAt = (at: number) => localTime(at, timeZone) - at;
  const before = local - offsetAt(local - dayMs);
  const after = local - offsetAt(local + dayMs);
  if (localTime(before, timeZone) === local) return before;
  return localTime(after, timeZone) === local ? after : before;
}
