import * as v from "valibot";
import { isTimeZone } from "../../domain/openingHours.ts";
import { timeOfDay } from "../../domain/zoneTime.ts";
import { text } from "../shapes.ts";

const usual = {
  timeZone: v.pipe(text(60), v.check(isTimeZone, "Choose a time zone of the list.")),
  /** Keeps the schedule and lets its times pass. */
  isPaused: v.optional(v.boolean(), false),
};
const at = v.pipe(v.string(), v.regex(timeOfDay, "Write a time like 09:00."));
/* @__NO_SIDE_EFFECTS__ */
function from(least: number, most: number) {
  const message = `Choose a number from ${least} to ${most}.`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
}

/** When a source is synced by itself (domain/syncSchedule.ts says when that is exactly). */
export const sourceSchedule = v.variant("every", [
  v.strictObject({ every: v.literal("hourly"), minute: from(0, 59), ...usual }),
  v.strictObject({ every: v.literal("daily"), at, ...usual }),
  v.strictObject({ every: v.literal("weekly"), weekday: from(1, 7), at, ...usual }),
  v.strictObject({ every: v.literal("monthly"), day: from(1, 31), at, ...usual }),
]);
export type SourceSchedule = v.InferOutput<typeof sourceSchedule>;
