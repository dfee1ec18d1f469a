import * as v from "valibot";
import { writePhone } from "../domain/phone.ts";

/** An id of ours, as it comes in: never empty, never long. */
export const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64));
/** The last moment that a calendar has: of a later one no screen could write the day. */
const lastMoment = 8.64e15;
/** Milliseconds since 1970. */
export const time = v.pipe(v.number(), v.integer(), v.minValue(-lastMoment), v.maxValue(lastMoment));
/** The same in an address. */
export const timeText = v.pipe(v.string(), v.toNumber(), time);
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** A count that comes in: both stores keep no larger one. */
export const keptCount = v.pipe(count, v.maxValue(2 ** 31 - 1));
/** What is counted within one conversation. */
export const position = keptCount;
/** The same in an address. */
export const positionText = v.pipe(v.string(), v.toNumber(), position);
/** Which saving of a draft it is that somebody continues from; the next one is kept, too. */
export const revision = v.pipe(count, v.maxValue(2 ** 31 - 2));
export const email = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(254),
  v.email("Enter a valid e-mail address."),
);
/** A telephone number as people write it, kept as `+4930123456`. */
export const phone = v.pipe(
  v.string(),
  v.maxLength(40),
  v.transform(writePhone),
  v.regex(/^\+[1-9]\d{6,14}$/, "Write the number with its country code, such as +49 30 123456."),
);
/** The last part of a hosted page's address. */
export const slug = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.minLength(3, "Use at least 3 characters."),
  v.maxLength(60),
  v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "Use letters, digits and single hyphens."),
);
/** A short text that people type and must not leave empty. */
/* @__NO_SIDE_EFFECTS__ */
export function title(maxLength = 120) {
  return v.pipe(v.string(), v.trim(), v.minLength(1, "Field is required"), v.maxLength(maxLength));
}
/** A title that is in mails to strangers: one line, and no link. */
/* @__NO_SIDE_EFFECTS__ */
export function plainTitle() {
  return v.pipe(
    title(),
    v.regex(/^[^\p{Cc}\u2028\u2029]*$/u, "Use one line of text."),
    v.check((name) => !/:\/\/|\bwww\./i.test(name), "Leave out links."),
  );
}
/** A text that may be empty. */
/* @__NO_SIDE_EFFECTS__ */
export function text(maxLength: number) {
  return v.pipe(v.string(), v.maxLength(maxLength));
}
/** `{data}`, as the specification has it around most bodies and answers. */
/* @__NO_SIDE_EFFECTS__ */
export function data<T extends v.GenericSchema>(schema: T) {
  return v.strictObject({ data: schema });
}

export const pageObject = v.object({ page: count, limit: count, total: count });
/** `{items, page}`, the shape of every list. */
/* @__NO_SIDE_EFFECTS__ */
export function list<T extends v.GenericSchema>(item: T) {
  return v.object({ items: v.array(item), page: pageObject });
}
/** How many at a time; 25 where nothing else is asked for. */
/* @__NO_SIDE_EFFECTS__ */
export function pageLimit(most: number) {
  return v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(most)), "25");
}
/** So far as somebody can come whatever the pages' length. */
export const pageNumber = v.optional(
  v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1), v.maxValue(1e9)),
  "1",
);
/** `?page=1&limit=100`. */
export const paging = v.object({
  page: pageNumber,
  limit: pageLimit(100),
});
/** `?confirmed=true`, which the specification asks for before something is deleted. */
export const confirmed = v.object({ confirmed: v.literal("true", "Add confirmed=true to delete this.") });
/** `#rrggbb` */
export const colour = v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/, "Use a color like #1a73e8."));

/** The member who last saved a draft, and when; null if nobody did since it was created. */
export const savedBy = v.nullable(v.object({ userId: id, name: v.string(), at: time }));
export type SavedBy = NonNullable<v.InferOutput<typeof savedBy>>;
