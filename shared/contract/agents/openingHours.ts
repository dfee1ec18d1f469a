import * as v from "valibot";
import { clockTime, isTimeZone, listOverlaps } from "../../domain/openingHours.ts";
import { timeOfDay } from "../../domain/zoneTime.ts";
import { text } from "../shapes.ts";

const timeMessage = "Write a time like 09:00.";
const openingSpan = v.pipe(
  v.strictObject({
    opens: v.pipe(v.string(), v.regex(timeOfDay, timeMessage)),
    closes: v.pipe(v.string(), v.regex(clockTime, timeMessage)),
  }),
  v.check(({ opens, closes }) => opens !== closes, "Choose another end than the beginning."),
);

const openingWeek = v.pipe(
  v.array(v.nullable(openingSpan)),
  v.length(7),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.issues) return;
    const week = dataset.value;
    for (const day of listOverlaps(week)) {
      const message = "This ends after the next day's hours begin.";
      addIssue({
        message,
        path: [{ type: "array", origin: "value", input: week, key: day, value: week[day] }],
      });
    }
  }),
);

/**
 * When people of the team answer, by weekday from Monday on; null on a day off. What ends before it begins ends on the next
 * day, at the latest when that day's hours begin.
 */
export const openingHours = v.strictObject({
  timeZone: v.pipe(text(60), v.check(isTimeZone, "Choose a time zone of the list.")),
  week: openingWeek,
});
