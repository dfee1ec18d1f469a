/**
 * A moment "shown as day, month name, year, or 'NA' for 1970" (specification 9): 1970 is what a missing date turns
 * into. The order and the month's name follow the locale.
 */
export function formatDate(ms: number, locale = "en-GB", timeZone?: string): string {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime()) || date.getFullYear() === 1970) return "NA";
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric", timeZone }).format(
    date,
  );
}

/** The time of day, for messages: `14:05` or `2:05 PM`, as the locale writes it. */
export function formatTime(ms: number, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" }).format(new Date(ms));
}
