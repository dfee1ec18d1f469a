import type { Snapshot } from "valtio";
import type { SourceSchedule } from "../../../shared/contract/knowledge/sourceSchedule.ts";
import { weekdays } from "../../parts/weekdays.ts";

/** Says in a sentence's middle when a source is synced: "every Monday at 06:00 (Europe/Berlin)". */
export function describeSchedule(schedule: Snapshot<SourceSchedule>): string {
  const zone = schedule.timeZone.replaceAll("_", " ");
  switch (schedule.every) {
    case "hourly":
      return `every hour at minute ${schedule.minute} (${zone})`;
    case "daily":
      return `every day at ${schedule.at} (${zone})`;
    case "weekly":
      return `every ${weekdays[schedule.weekday - 1]} at ${schedule.at} (${zone})`;
    case "monthly":
      return `every month on ${describeDay(schedule.day)} at ${schedule.at} (${zone})`;
  }
}

/** A day of every month. */
export function describeDay(day: number): string {
  return day === 31 ? "the last day" : `day ${day}`;
}
