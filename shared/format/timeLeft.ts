const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How soon something is, in short, and no later than it is: `in 12m`, `in 3h`, `in 2d`; the last minute is one. */
export function formatTimeLeft(ms: number, locale = "en"): string {
  const [unit, size] =
    ms > 2 * day
      ? (["day", day] as const)
      : ms > 2 * hour
        ? (["hour", hour] as const)
        : (["minute", minute] as const);
  return new Intl.RelativeTimeFormat(locale, { style: "narrow" }).format(
    Math.max(1, Math.floor(ms / size)),
    unit,
  );
}
