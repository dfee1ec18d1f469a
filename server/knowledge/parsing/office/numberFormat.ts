/** How a number in a cell is meant: Excel stores dates and shares as plain numbers, and only the format tells. */
export type NumberKind = "number" | "date" | "time" | "dateTime" | "elapsed" | "percent";

/** What a format makes of a number. */
export interface NumberFormat {
  kind: NumberKind;
  /** An amount of money's. */
  currency?: { sign: string; isBefore: boolean };
  /** Whole numbers, such as codes of articles and places, have so many digits at least. */
  digits?: number;
}

/** Formats that have a number only and no text in the file; 27 to 36 and 50 to 58 are East Asian dates. */
const builtIn: [from: number, to: number, kind: NumberKind][] = [
  [9, 10, "percent"],
  [14, 17, "date"],
  [18, 21, "time"],
  [22, 22, "dateTime"],
  [27, 36, "date"],
  [45, 45, "time"],
  [46, 46, "elapsed"],
  [47, 47, "time"],
  [50, 58, "date"],
];

/** Reads a format by its number, where the file has no text for it. */
export function findFormat(id: number): NumberFormat {
  return { kind: builtIn.find(([from, to]) => id >= from && id <= to)?.[2] ?? "number" };
}

/** Reads the text of a format, such as `yyyy-mm-dd` or `#,##0.00 "€"`. */
export function readFormat(format: string): NumberFormat {
  const kind = kindOf(format);
  if (kind !== "number") return { kind };
  const [, zeros] = /^(0{2,20})(?:;|$)/.exec(format) ?? [];
  const currency = findCurrency(format);
  return { kind, ...(currency && { currency }), ...(zeros && { digits: zeros.length }) };
}

/** A sign of money as it is, or the one that Excel's list of currencies gave: `[$€-407]`, `[$CHF]`. */
const money = /\[\$([^\]-]{1,8})(?:-[^\]]*)?\]|(\p{Sc})/u;
/** Behind a comma at the end numbers are shown in thousands. */
const inThousands = /[0#?],+(?![0#?,])/;

function findCurrency(format: string): NumberFormat["currency"] {
  // `[$-407]` names a country alone.
  const [first = ""] = format.replace(/\[\$-[^\]]*\]/g, "").split(";");
  const found = money.exec(first);
  if (!found || inThousands.test(first)) return undefined;
  const isBefore = !/[0#?]/.test(first.slice(0, found.index));
  return { sign: (found[1] ?? found[2] ?? "").trim(), isBefore };
}

function kindOf(format: string): NumberKind {
  const [first = ""] = format.replace(/"[^"]*"|\\.|_.|\*./g, "").split(";");
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return "elapsed";
  const signs = first.replace(/\[[^\]]*\]/g, "");
  if (/general/i.test(signs)) return "number";
  if (signs.includes("%")) return "percent";
  const hasTime = /[hs]|am\/pm/i.test(signs);
  const hasDate = /[yd]/i.test(signs) || (/m/i.test(signs) && !hasTime);
  return hasDate && hasTime ? "dateTime" : hasDate ? "date" : hasTime ? "time" : "number";
}

/** Writes a number as a reader would: 15 digits, which is what Excel keeps; dates by the calendar, shares in percent. */
export function writeNumber(
  value: number,
  { kind, currency, digits = 0, is1904 = false }: NumberFormat & { is1904?: boolean },
): string {
  if (kind === "percent") return `${tidyNumber(value * 100)}%`;
  if (currency) return writeAmount(value, currency);
  if (kind === "number" && Number.isInteger(value) && value >= 0)
    return tidyNumber(value).padStart(digits, "0");
  if (kind === "number" || value < 0 || value >= endOfCalendar) return tidyNumber(value);
  if (kind === "elapsed") return writeElapsed(value);
  // Excel counts a 29 February 1900 that never was; the days before it are off by one.
  const days = is1904 ? value + 1462 : value < 60 ? value + 1 : value;
  const moment = new Date(Math.round((days - daysTo1970) * secondsOfDay) * 1000).toISOString();
  const [date = "", clock = ""] = moment.split("T");
  const time = clock.slice(0, clock.startsWith(":00", 5) ? 5 : 8);
  if (kind === "time") return value < 1 ? time : `${date} ${time}`;
  return kind === "date" || time === "00:00" ? date : `${date} ${time}`;
}

const daysTo1970 = 25_569;
const secondsOfDay = 86_400;
/** The day after 31 December 9999. */
const endOfCalendar = 2_958_466;

/** `$12.5`, `CHF 12.5`, `12.5 €`. */
function writeAmount(value: number, { sign, isBefore }: NonNullable<NumberFormat["currency"]>): string {
  const amount = tidyNumber(Math.abs(value));
  const minus = value < 0 ? "-" : "";
  if (!isBefore) return `${minus}${amount} ${sign}`;
  return `${minus}${sign}${/\p{L}$/u.test(sign) ? " " : ""}${amount}`;
}

function tidyNumber(value: number): string {
  return String(Number(value.toPrecision(15)));
}

function writeElapsed(value: number): string {
  const seconds = Math.round(value * secondsOfDay);
  const [minute, second] = [Math.floor(seconds / 60) % 60, seconds % 60];
  return [Math.floor(seconds / 3600), minute, second].map((part) => String(part).padStart(2, "0")).join(":");
}
