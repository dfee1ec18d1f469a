import type { Measure } from "../domain/measures.ts";

type Write = (value: number, digits: number) => string;

/** A figure as people of a locale read it: `1,240`, `42.5%`, `1.2 s`, `3 min`. A dash where there is none. */
export function formatFigure(
  unit: Measure["unit"],
  value: number | null | undefined,
  locale: string | undefined,
): string {
  if (value === null || value === undefined) return "–";
  const write = writeIn(locale);
  if (unit === "ms") return writeTime(value, write);
  if (unit === "share") return `${write(value * 100, 1)}%`;
  return write(value, unit === "score" || unit === "credits" ? 2 : 0);
}

function writeTime(ms: number, write: Write): string {
  if (ms < 1000) return `${write(ms, 0)} ms`;
  const seconds = ms / 1000;
  if (seconds < 60) return `${write(seconds, 1)} s`;
  const minutes = seconds / 60;
  if (minutes < 60) return `${write(minutes, 1)} min`;
  const hours = minutes / 60;
  return hours < 48 ? `${write(hours, 1)} h` : `${write(hours / 24, 1)} days`;
}

function writeIn(locale: string | undefined): Write {
  return (value, digits) => value.toLocaleString(locale, { maximumFractionDigits: digits });
}

/** By how much a figure changed, `+12%`; points for shares; null where there is nothing to compare. */
export function formatChange(
  unit: Measure["unit"],
  { value, before }: { value: number | null; before: number | null },
  locale: string | undefined,
): { text: string; isMore: boolean } | null {
  if (value === null || before === null || value === before) return null;
  const write = writeIn(locale);
  const isMore = value > before;
  const sign = isMore ? "+" : "−";
  if (unit === "share") return { text: `${sign}${write(Math.abs(value - before) * 100, 1)} points`, isMore };
  if (before === 0) return null;
  return { text: `${sign}${write((Math.abs(value - before) / before) * 100, 0)}%`, isMore };
}
