import { directionOf } from "../../shared/domain/chatLanguages.ts";
import { formatDate } from "../../shared/format/date.ts";
import { moments } from "../state/shell/moments.ts";
import type { Moments } from "../state/shell/moments.ts";
import { localeOf } from "./localeOf.ts";

/** Says when something was: the time alone for today, else with its date, as the user wants it or as `wanted` says. */
export function describeMoment(ms: number, now = Date.now(), wanted: Moments = moments): string {
  return dayOf(ms, wanted) === dayOf(now, wanted) ? describeTime(ms, wanted) : describeDateTime(ms, wanted);
}

/** A date with its time, in short. */
export function describeDateTime(ms: number, wanted: Moments = moments): string {
  return write(ms, { dateStyle: "medium", timeStyle: "short" }, wanted);
}

/** A date in short, as the user wants it or as `wanted` says. */
export function describeDate(ms: number, wanted: Moments = moments): string {
  return write(ms, { dateStyle: "medium" }, wanted);
}

/** The time of day. */
export function describeTime(ms: number, wanted: Moments = moments): string {
  return write(ms, { timeStyle: "short" }, wanted);
}

/** A day with its month's whole name, `NA` where none is known. */
export function describeDay(ms: number): string {
  const locale = localeOf(moments.language);
  return isolate(formatDate(ms, locale), locale);
}

/** A day of the calendar, such as `2026-12-24`: the same one in every time zone. */
export function describeCalendarDay(day: string): string {
  const locale = localeOf(moments.language);
  return isolate(formatDate(Date.parse(day), locale, "UTC"), locale);
}

type Styles = Pick<Intl.DateTimeFormatOptions, "dateStyle" | "timeStyle">;

function write(ms: number, styles: Styles, { timeZone, dateFormat, language }: Moments): string {
  const zone = { timeZone: timeZone ?? undefined };
  const isEnglish = language === null || language === "en";
  // Swedish writes dates as the standard does (ISO 8601).
  if (dateFormat === "yearFirst") {
    const short = styles.dateStyle && { dateStyle: "short" as const };
    return new Intl.DateTimeFormat("sv-SE", { ...styles, ...short, ...zone }).format(ms);
  }
  if (dateFormat !== null && isEnglish) {
    const locale = dateFormat === "monthFirst" ? "en-US" : "en-GB";
    return new Intl.DateTimeFormat(locale, { ...styles, ...zone }).format(ms);
  }
  const locale = localeOf(language);
  const { timeStyle } = styles;
  // The other languages all begin with the day.
  if (dateFormat !== "monthFirst" || !styles.dateStyle)
    return isolate(new Intl.DateTimeFormat(locale, { ...styles, ...zone }).format(ms), locale);
  const date = writeMonthFirst(ms, locale, zone);
  const time = timeStyle && new Intl.DateTimeFormat(locale, { timeStyle, ...zone }).format(ms);
  return isolate(time ? `${date}, ${time}` : date, locale);
}

function writeMonthFirst(ms: number, locale: string | undefined, zone: Intl.DateTimeFormatOptions): string {
  const options = { day: "numeric", month: "short", year: "numeric", ...zone } as const;
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(ms);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return `${find("month")} ${find("day")}, ${find("year")}`;
}

/** What is written from right to left turns nothing around in the English beside it. */
function isolate(text: string, locale: string | undefined): string {
  return locale !== undefined && directionOf(locale) === "rtl" ? `\u2068${text}\u2069` : text;
}

/** The day that a moment lies in there. */
function dayOf(ms: number, { timeZone }: Moments): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: timeZone ?? undefined }).format(ms);
}
