import * as v from "valibot";
import { clockTime, isTimeZone } from "../domain/openingHours.ts";
import { text } from "./shapes.ts";

const time24 = v.pipe(v.string(), v.regex(clockTime, "Write a time like 09:00."));
const openingSpan = v.pipe(
  v.strictObject({ opens: time24, closes: time24 }),
  v.check(({ opens, closes }) => opens < closes, "The end comes after the beginning."),
);

/** When people of the team answer, by weekday from Monday on; null on a day off. */
export const openingHours = v.strictObject({
  timeZone: v.pipe(text(60), v.check(isTimeZone, "Choose a time zone of the list.")),
  week: v.pipe(v.array(v.nullable(openingSpan)), v.length(7)),
});
