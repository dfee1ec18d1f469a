import { localTime } from "./zoneTime.ts";

/** How far a telephone call is. It only moves forward; the last five are its ends. */
export const phoneStates = [
  "queued",
  "ringing",
  "answered",
  "completed",
  "busy",
  "unanswered",
  "machine",
  "failed",
] as const;
export type PhoneState = (typeof phoneStates)[number];

const underWay: readonly PhoneState[] = ["queued", "ringing", "answered"];

/** Whether a call may pass from one state to the next: what providers report comes late, twice and out of order. */
export function mayPass(from: PhoneState, to: PhoneState): boolean {
  return underWay.includes(from) && phoneStates.indexOf(to) > phoneStates.indexOf(from);
}

export function isUnderWay(state: PhoneState): boolean {
  return underWay.includes(state);
}

/** Nobody is called before and after these hours, there. */
export const callFromHour = 8;
export const callUntilHour = 21;

/** Gives the time there, as `22:40`, where it is too early or too late to call; null where it is not. */
export function findQuietTime(at: number, timeZone: string): string | null {
  const clock = new Date(localTime(at, timeZone));
  const hour = clock.getUTCHours();
  if (hour >= callFromHour && hour < callUntilHour) return null;
  return `${String(hour).padStart(2, "0")}:${String(clock.getUTCMinutes()).padStart(2, "0")}`;
}

/** The zones of countries that have one, by the beginning of their numbers. */
const zonesByPrefix: Readonly<Record<string, string>> = {
  ...{ 20: "Africa/Cairo", 27: "Africa/Johannesburg", 30: "Europe/Athens", 31: "Europe/Amsterdam" },
  ...{ 32: "Europe/Brussels", 33: "Europe/Paris", 34: "Europe/Madrid", 36: "Europe/Budapest" },
  ...{ 39: "Europe/Rome", 40: "Europe/Bucharest", 41: "Europe/Zurich", 43: "Europe/Vienna" },
  ...{ 44: "Europe/London", 45: "Europe/Copenhagen", 46: "Europe/Stockholm", 47: "Europe/Oslo" },
  ...{ 48: "Europe/Warsaw", 49: "Europe/Berlin", 65: "Asia/Singapore", 81: "Asia/Tokyo", 82: "Asia/Seoul" },
  ...{ 90: "Europe/Istanbul", 91: "Asia/Kolkata", 351: "Europe/Lisbon", 353: "Europe/Dublin" },
  ...{ 358: "Europe/Helsinki", 420: "Europe/Prague", 966: "Asia/Riyadh", 971: "Asia/Dubai" },
  972: "Asia/Jerusalem",
};

/** The time zone of a number; null where its country has several, or is not known. */
export function zoneOfNumber(number: string): string | null {
  for (const length of [2, 3]) {
    const zone = zonesByPrefix[number.slice(1, 1 + length)];
    if (zone !== undefined) return zone;
  }
  return null;
}
