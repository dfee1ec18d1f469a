import * as v from "valibot";
import {
  clockTime,
  isTimeZone,
  listOverlaps,
  maxClosedDays,
  maxSpansADay,
} from "../../domain/openingHours.ts";
import { timeOfDay } from "../../domain/zoneTime.ts";
import { text } from "../shapes.ts";

const timeMessage = "Write a time like 09:00.";
const openingSpan = v.pipe(
  v.strictObject({
    opens: v.pipe(v.string(), v.regex(timeOfDay, timeMessage)),
    closes: v.pipe(v.string(), v.regex(clockTime, timeMessage)),
  }),
  v.check(({ opens, closes }) => opens !== closes, "The end must differ from the start."),
);
const openingDay = v.nullable(
  v.union([
    openingSpan,
    v.pipe(
      v.array(openingSpan),
      v.minLength(1),
      v.maxLength(maxSpansADay, `Use at most ${maxSpansADay} ranges a day.`),
    ),
  ]),
);

/** By weekday from Monday on. */
export const openingWeek = v.pipe(
  v.array(openingDay),
  v.length(7),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.issues) return;
    const week = dataset.value;
    for (const { day, isWithinDay } of listOverlaps(week)) {
      const message = isWithinDay
        ? "Put the hours of a day in order, without overlaps."
        : "This ends after the next day's hours begin.";
      addIssue({
        message,
        path: [{ type: "array", origin: "value", input: week, key: day, value: week[day] }],
      });
    }
  }),
);

/** A day of the calendar, `YYYY-MM-DD`. */
export const calendarDay = v.pipe(v.string(), v.isoDate("Write a date like 2026-12-24."));
export const timeZone = v.pipe(text(60), v.check(isTimeZone, "Choose a time zone of the list."));

/**
 * When people of the team answer, by weekday from Monday on: null on a day off, one range, or up to six in their order. What
 * ends before it begins ends on the next day, at the latest when that day's hours begin. On `closedDays` nobody answers.
 */
export const openingHours = v.strictObject({
  timeZone,
  week: openingWeek,
  closedDays: v.optional(
    v.pipe(v.array(calendarDay), v.maxLength(maxClosedDays, `Use at most ${maxClosedDays} days.`)),
  ),
});
