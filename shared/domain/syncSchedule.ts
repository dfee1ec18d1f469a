import { localTime, momentOf } from "./zoneTime.ts";

/**
 * When a data source is synced by itself, by the clocks of an IANA time zone. `at` is `HH:MM` on a clock of 24 hours,
 * weekdays go from 1 for Monday to 7, and a month that is shorter than `day` has its last day instead.
 */
export type SyncSchedule = { timeZone: string } & (
  | { every: "hourly"; minute: number }
  | { every: "daily"; at: string }
  | { every: "weekly"; weekday: number; at: string }
  | { every: "monthly"; day: number; at: string }
);

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The longest that a month's day lets one wait, with room for the day before. */
const mostDays = 64;
/** Some zones move their clocks by half an hour, so that a minute may come an hour and a half later. */
const mostMinutes = 3 * 60;

/**
 * Gives the first moment after this one at which a schedule asks for a sync. Where clocks are put forward over its time
 * the sync comes as much later as they were moved; where they show it twice, it comes the first time only.
 */
export function findNextSync(schedule: SyncSchedule, after: number): number {
  return schedule.every === "hourly" ? findMinute(schedule, after) : findDay(schedule, after);
}

function findMinute({ minute, timeZone }: Extract<SyncSchedule, { every: "hourly" }>, after: number): number {
  const begun = after - (after % minuteMs);
  for (let ahead = 1; ahead <= mostMinutes; ahead += 1) {
    const at = begun + ahead * minuteMs;
    if (new Date(localTime(at, timeZone)).getUTCMinutes() === minute) return at;
  }
  return begun + 60 * minuteMs;
}

function findDay(schedule: Exclude<SyncSchedule, { every: "hourly" }>, after: number): number {
  const { at, timeZone } = schedule;
  const local = localTime(after, timeZone);
  const today = local - (local % dayMs);
  // From yesterday on: a time that was put off may lie beyond midnight.
  for (let ahead = -1; ahead <= mostDays; ahead += 1) {
    const day = today + ahead * dayMs;
    const moment = isOn(schedule, new Date(day)) ? momentOf(day + minutesOf(at) * minuteMs, timeZone) : 0;
    if (moment > after) return moment;
  }
  return after + mostDays * dayMs;
}

function isOn(schedule: Exclude<SyncSchedule, { every: "hourly" }>, day: Date): boolean {
  switch (schedule.every) {
    case "daily":
      return true;
    case "weekly":
      return ((day.getUTCDay() + 6) % 7) + 1 === schedule.weekday;
    case "monthly": {
      const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();
      return day.getUTCDate() === Math.min(schedule.day, last);
    }
  }
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}
