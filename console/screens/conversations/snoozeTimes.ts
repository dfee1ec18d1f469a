/** When a snoozed conversation may come back, counted from now, in this browser's time zone. */
export function listSnoozeTimes(now: number): { label: string; until: number }[] {
  const day = new Date(now);
  const at = (days: number, hour: number) =>
    new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, hour).getTime();
  const toMonday = (8 - day.getDay()) % 7 || 7;
  return [
    { label: "In an hour", until: now + 60 * 60_000 },
    { label: "In three hours", until: now + 3 * 60 * 60_000 },
    { label: "Tomorrow morning", until: at(1, 9) },
    { label: "Next Monday morning", until: at(toMonday, 9) },
  ];
}

/** The moment that a field of date and time says; undefined where that is none that is still to come. */
export function readMoment(text: string, now: number): number | undefined {
  const ms = text ? new Date(text).getTime() : Number.NaN;
  return ms > now ? ms : undefined;
}
