const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** "Seconds (after 30 s), minutes, hours, days, weeks, months, years" (specification 9); before that 'just now'. */
const steps: [Intl.RelativeTimeFormatUnit, number, number][] = [
  ["second", 30 * second, second],
  ["minute", minute, minute],
  ["hour", hour, hour],
  ["day", day, day],
  ["week", 7 * day, 7 * day],
  ["month", 30 * day, 30 * day],
  ["year", 365 * day, 365 * day],
];

/**
 * How long ago something was: `just now`, `45 seconds ago`, `2 weeks ago`; narrow where there is little room. A clock that is
 * ahead says `just now`.
 */
export function formatRelativeTime(
  ms: number,
  now: number,
  { locale = "en", style = "long" }: { locale?: string; style?: Intl.RelativeTimeFormatStyle } = {},
): string {
  const passed = now - ms;
  const step = steps.findLast(([, from]) => passed >= from);
  if (!step) return justNow(locale);
  const [unit, , size] = step;
  return new Intl.RelativeTimeFormat(locale, { style }).format(-Math.floor(passed / size), unit);
}

/** English has its own way to say it; for the others Intl has the word. */
function justNow(locale: string): string {
  if (/^en\b/.test(locale)) return "just now";
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(0, "second");
}
