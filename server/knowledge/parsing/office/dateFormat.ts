import type { FormatToken } from "./formatToken.ts";

const daysTo1970 = 25_569;
const secondsOfDay = 86_400;
/** The day after 31 December 9999. */
const endOfCalendar = 2_958_466;

export interface DateFormat {
  tokens: readonly FormatToken[];
  /** Of the names of months and days. */
  language: string;
  is1904: boolean;
}

/** Gives a number of days as the date or time that its cell shows; undefined for what no calendar has. */
export function writeDate(value: number, { tokens, language, is1904 }: DateFormat): string | undefined {
  if (value < 0 || value >= endOfCalendar) return undefined;
  const parts = tokens.flatMap((token) => (token.kind === "date" ? [token.text] : []));
  const places = parts.find((part) => /^s+\./.test(part))?.split(".")[1]?.length ?? 0;
  const split = 10 ** Math.min(places, 3);
  const seconds = Math.round(value * secondsOfDay * split) / split;
  // Excel counts a 29 February 1900 that never was; the days before it are off by one.
  const days = is1904 ? 1462 : value < 60 ? 1 : 0;
  const moment = new Date(Math.round((seconds + (days - daysTo1970) * secondsOfDay) * 1000));
  const isHalf = parts.some((part) => part === "am/pm" || part === "a/p");
  let written = "";
  let last = "";
  tokens.forEach((token, at) => {
    if (token.kind !== "date") {
      written += token.kind === "literal" ? token.text : (signs[token.kind] ?? "");
      return;
    }
    const next = tokens.slice(at + 1).find(({ kind }) => kind === "date");
    const isMinute =
      /^m{1,2}$/.test(token.text) &&
      (/^\[?h/.test(last) || (next?.kind === "date" && /^\[?s/.test(next.text)));
    written += writePart(token.text, { moment, seconds, isHalf, isMinute, language });
    last = token.text;
  });
  return written.replace(/\s+/g, " ").trim();
}

const signs: Partial<Record<FormatToken["kind"], string>> = {
  slash: "/",
  point: ".",
  comma: ",",
  percent: "%",
};

interface Moment {
  moment: Date;
  seconds: number;
  isHalf: boolean;
  isMinute: boolean;
  language: string;
}

function writePart(part: string, { moment, seconds, isHalf, isMinute, language }: Moment): string {
  const pad = (number: number, width = part.length) => String(number).padStart(Math.min(width, 2), "0");
  const name = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(moment);
  const [sign = ""] = part;
  switch (sign) {
    case "[":
      return pad(Math.floor(seconds / (part[1] === "h" ? 3600 : part[1] === "m" ? 60 : 1)), part.length - 2);
    case "y":
    case "e": {
      const year = moment.getUTCFullYear();
      return part.length > 2 || sign === "e" ? String(year) : pad(year % 100, 2);
    }
    case "m":
      if (isMinute) return pad(moment.getUTCMinutes());
      if (part.length > 2)
        return name({ month: part.length === 3 ? "short" : part.length === 5 ? "narrow" : "long" });
      return pad(moment.getUTCMonth() + 1);
    case "d":
      if (part.length > 2) return name({ weekday: part.length === 3 ? "short" : "long" });
      return pad(moment.getUTCDate());
    case "h": {
      const hour = moment.getUTCHours();
      return pad(isHalf ? hour % 12 || 12 : hour);
    }
    case "s": {
      const [whole = ""] = /^s+/.exec(part) ?? [];
      const places = Math.max(0, part.length - whole.length - 1);
      const rest =
        places > 0 ? `.${String(moment.getUTCMilliseconds()).padStart(3, "0").slice(0, places)}` : "";
      return pad(moment.getUTCSeconds(), whole.length) + rest;
    }
    case "a": {
      const isMorning = moment.getUTCHours() < 12;
      return part === "a/p" ? (isMorning ? "A" : "P") : isMorning ? "AM" : "PM";
    }
    default:
      return "";
  }
}
