import { readClock, writeLocal } from "../../shared/domain/figureTime.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** The last 30 days of a time zone, today as the last one. */
export function lastDays(now: number, timezone: string): { from: string; to: string } {
  const to = writeLocal(readClock(now, timezone), "day");
  return { from: addDays(to, -29), to };
}

/** Gives the day that is `days` days later. */
export function addDays(day: string, days: number): string {
  return writeLocal(Date.parse(day) + days * dayMs, "day");
}

/** How many days a period has, its first and its last one among them. */
export function countDays({ from, to }: { from: string; to: string }): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
}
