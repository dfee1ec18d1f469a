import { formatDateTime, formatTime } from "../../shared/format/date.ts";

/** Says when something was: the time alone for today, else with its date. */
export function describeMoment(ms: number, now = Date.now()): string {
  const isToday = new Date(ms).toDateString() === new Date(now).toDateString();
  return isToday ? formatTime(ms) : formatDateTime(ms);
}
