import { localTime, momentOf } from "../../../../shared/domain/zoneTime.ts";
import { ownTimeZone } from "../../../parts/timeZones.ts";
import { moments } from "../../../state/shell/moments.ts";

const hourMs = 60 * 60_000;

/** When a snoozed conversation may come back, counted from now, by the clocks where the user is. */
export function listSnoozeTimes(now: number): { label: string; until: number }[] {
  const zone = userZone();
  const day = new Date(localTime(now, zone));
  const at = (days: number, hour: number) =>
    momentOf(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + days, hour), zone);
  const toMonday = (8 - day.getUTCDay()) % 7 || 7;
  return [
    { label: "In an hour", until: now + hourMs },
    { label: "In three hours", until: now + 3 * hourMs },
    { label: "Tomorrow morning", until: at(1, 9) },
    { label: "Next Monday morning", until: at(toMonday, 9) },
  ];
}

/** The moment that a field of date and time says; undefined where that is none that is still to come. */
export function readMoment(text: string, now: number): number | undefined {
  const local = text ? new Date(`${text}Z`).getTime() : Number.NaN;
  if (Number.isNaN(local)) return undefined;
  const ms = momentOf(local, userZone());
  return ms > now ? ms : undefined;
}

/** As the profile says, else this device's. */
function userZone(): string {
  return moments.timeZone ?? ownTimeZone();
}
