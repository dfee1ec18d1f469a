import { writeDate } from "./dateFormat.ts";
import type { FormatToken } from "./formatToken.ts";

/** One of up to four parts of a format: for positive numbers, negative ones, zero and text. */
interface FormatSection {
  tokens: FormatToken[];
  isDate: boolean;
  /** The language of its names of months and days. */
  language: string;
  /** Says of which numbers it is, where the format does. */
  isFor: ((value: number) => boolean) | undefined;
}

/** How a cell shows a number. Excel stores dates and shares as plain numbers, and only the format tells. */
export interface NumberFormat {
  sections: FormatSection[];
}

/** Formats that have a number only and no text in the file. Dates that look different in each country are written one way. */
const builtIn: Record<number, string> = {
  ...{ 1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?" },
  ...{ 13: "# ??/??", 14: "yyyy-mm-dd", 15: "d-mmm-yy", 16: "d-mmm", 17: "mmm-yy", 18: "h:mm AM/PM" },
  ...{ 19: "h:mm:ss AM/PM", 20: "hh:mm", 21: "hh:mm:ss", 22: "yyyy-mm-dd hh:mm", 37: "0", 38: "0" },
  ...{ 39: "0.00", 40: "0.00", 45: "mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0" },
};
const eastAsianDates: [from: number, to: number][] = [
  [27, 36],
  [50, 58],
];

/** Reads a format by its number, where the file has no text for it. */
export function findFormat(id: number): NumberFormat {
  const isDate = eastAsianDates.some(([from, to]) => id >= from && id <= to);
  return readFormat(isDate ? "yyyy-mm-dd" : (builtIn[id] ?? "General"));
}

/** A longer one is made to keep somebody busy. */
const longestFormat = 500;

/** Reads the text of a format, such as `yyyy-mm-dd` or `#,##0.00 "€"`. */
export function readFormat(format: string): NumberFormat {
  if (format.length > longestFormat) return readFormat("General");
  const sections = splitSections(format).map(readSection);
  // Two with conditions leave the rest to the third.
  return { sections: sections.slice(0, 3) };
}

function splitSections(format: string): string[] {
  const sections = [""];
  for (const [token] of format.matchAll(/"[^"]*"?|\\.|\[[^\]]*\]?|[_*].|[\s\S]/g)) {
    if (token === ";") sections.push("");
    else sections[sections.length - 1] += token;
  }
  return sections;
}

const dateParts = /^(?:y+|m+|d+|h+|s+(?:\.0+)?|e+|am\/pm|a\/p|b+)/i;

function readSection(text: string): FormatSection {
  const tokens: FormatToken[] = [];
  const section: FormatSection = { tokens, isDate: false, language: "en", isFor: undefined };
  const isDate = isDateSection(text);
  for (let rest = text; rest !== "";) {
    const [bracket, inside = ""] = /^\[([^\]]*)\]/.exec(rest) ?? [];
    const [quoted] = /^"[^"]*"?/.exec(rest) ?? [];
    const [part] = (isDate && dateParts.exec(rest)) || [];
    const [general] = /^general/i.exec(rest) ?? [];
    const [sign = ""] = rest;
    const taken = bracket ?? quoted ?? part ?? general ?? (/[\\_*]/.test(sign) ? rest.slice(0, 2) : sign);
    rest = rest.slice(taken.length);
    if (bracket !== undefined) readBracket(inside, section);
    else if (quoted !== undefined) tokens.push({ kind: "literal", text: quoted.replaceAll('"', "") });
    else if (part !== undefined) tokens.push({ kind: "date", text: part.toLowerCase() });
    else if (general !== undefined) tokens.push({ kind: "general" });
    // A width of nothing, and a sign that fills the cell.
    else if (sign === "_") tokens.push({ kind: "literal", text: " " });
    else if (sign !== "*") tokens.push(readSign(sign, taken, rest));
    if (tokens.at(-1)?.kind === "exponent") rest = rest.replace(/^[+-]/, "");
  }
  section.isDate = isDate;
  return section;
}

function isDateSection(text: string): boolean {
  const plain = text.replace(/"[^"]*"?|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general/gi, "");
  return /[ydhs]|am\/pm|\[[hms]+\]/i.test(plain) || (/m/i.test(plain) && !/[0#?]/.test(plain));
}

function readSign(sign: string, taken: string, rest: string): FormatToken {
  if (sign === "\\") return { kind: "literal", text: taken.slice(1) };
  if (sign === "0" || sign === "#" || sign === "?") return { kind: "digit", text: sign };
  if (sign === ".") return { kind: "point" };
  if (sign === ",") return { kind: "comma" };
  if (sign === "%") return { kind: "percent" };
  if (sign === "/") return { kind: "slash" };
  if (sign === "@") return { kind: "text" };
  if (/e/i.test(sign) && /^[+-]/.test(rest)) return { kind: "exponent" };
  return { kind: "literal", text: sign };
}

const languages: Record<string, string> = {
  ...{ 7: "de", 9: "en", 10: "es", 12: "fr", 16: "it", 17: "ja", 18: "ko", 19: "nl", 20: "nb", 21: "pl" },
  ...{ 22: "pt", 25: "ru", 29: "sv", 31: "tr", 4: "zh", 5: "cs", 6: "da", 11: "fi", 14: "hu", 1: "ar" },
};

/** `[$€-407]` is a sign of money of a country, `[>100]` a condition, `[h]` hours beyond a day, `[Red]` a color. */
function readBracket(inside: string, section: FormatSection): void {
  const [, sign, country] = /^\$([^-]*)(?:-([\da-f]{1,8}))?/i.exec(inside) ?? [];
  if (sign !== undefined) {
    if (sign !== "") section.tokens.push({ kind: "literal", text: sign });
    // The lower ten bits of the number of a country are its language.
    if (country) section.language = languages[Number.parseInt(country, 16) & 0x3ff] ?? section.language;
    return;
  }
  const [, relation, limit] = /^(<=|>=|<>|<|>|=)\s*(-?[\d.]+)$/.exec(inside) ?? [];
  if (relation && limit) section.isFor = (value) => compare(value, relation, Number(limit));
  else if (/^(?:h+|m+|s+)$/i.test(inside))
    section.tokens.push({ kind: "date", text: `[${inside.toLowerCase()}]` });
}

function compare(value: number, relation: string, limit: number): boolean {
  if (relation === "=") return value === limit;
  if (relation === "<>") return value !== limit;
  return relation.startsWith("<")
    ? value < limit || (relation === "<=" && value === limit)
    : value > limit || (relation === ">=" && value === limit);
}

/**
 * Writes a number as its cell shows it, but for the signs between thousands, by which nobody asks. What has no format is
 * written with the 15 digits that Excel keeps.
 */
export function writeNumber(
  value: number,
  { sections, is1904 = false }: NumberFormat & { is1904?: boolean },
): string {
  const { section, isBare } = pickSection(value, sections);
  if (!section) return tidyNumber(value);
  const { tokens, isDate, language } = section;
  if (isDate) return writeDate(value, { tokens, language, is1904 }) ?? tidyNumber(value);
  if (tokens.some(({ kind }) => kind === "general" || kind === "text") || tokens.length > mostTokens)
    return tidyNumber(value);
  const written = writeTokens(isBare ? Math.abs(value) : value, tokens);
  return written.replace(/\s+/g, " ").trim();
}

const mostTokens = 60;

/** `isBare`: the part for negative numbers says itself that they are. */
function pickSection(
  value: number,
  sections: readonly FormatSection[],
): { section: FormatSection | undefined; isBare: boolean } {
  const [first, second, third] = sections;
  if (sections.some(({ isFor }) => isFor)) {
    const chosen = sections.find(({ isFor }) => !isFor || isFor(value));
    return { section: chosen, isBare: chosen !== first };
  }
  if (value < 0 && second) return { section: second, isBare: true };
  return { section: value === 0 && third ? third : first, isBare: false };
}

function writeTokens(value: number, tokens: readonly FormatToken[]): string {
  const digits = tokens.filter(({ kind }) => kind === "digit").length;
  const literal = tokens.map((token) =>
    token.kind === "literal" ? token.text : token.kind === "percent" ? "%" : "",
  );
  if (digits === 0)
    return value !== 0 && literal.join("").trim() !== "" && value < 0
      ? `-${literal.join("")}`
      : literal.join("");
  const slash = tokens.findIndex(({ kind }) => kind === "slash");
  if (slash > 0) return writeFraction(value, tokens, slash);
  const percents = tokens.filter(({ kind }) => kind === "percent").length;
  const scaled = Math.abs(value) * 100 ** percents * 0.001 ** countScale(tokens);
  const exponentAt = tokens.findIndex(({ kind }) => kind === "exponent");
  const mantissa = exponentAt < 0 ? tokens : tokens.slice(0, exponentAt);
  const pointAt = mantissa.findIndex(({ kind }) => kind === "point");
  const decimals = pointAt < 0 ? [] : mantissa.slice(pointAt).filter(({ kind }) => kind === "digit");
  const exponent = exponentAt < 0 || scaled === 0 ? 0 : Math.floor(Math.log10(scaled));
  const rounded = roundTo(scaled / 10 ** exponent, decimals.length);
  const [whole = "", part = ""] = rounded.split(".");
  const sign = value < 0 && Number(rounded) !== 0 ? "-" : "";
  const lead = pointAt < 0 ? mantissa : mantissa.slice(0, pointAt);
  const tail = pointAt < 0 ? [] : mantissa.slice(pointAt + 1);
  const power =
    exponentAt < 0 ? "" : `E${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  return sign + fillWhole(whole, lead) + fillPart(part, tail, pointAt >= 0) + power;
}

/** Each comma behind the last digit divides by a thousand. */
function countScale(tokens: readonly FormatToken[]): number {
  const last = tokens.findLastIndex(({ kind }) => kind === "digit");
  let count = 0;
  while (tokens[last + 1 + count]?.kind === "comma") count++;
  return Math.min(count, 5);
}

/** 15 digits first: 1.005 is stored as a little less, and shown as 1.01. */
function roundTo(value: number, decimals: number): string {
  const exact = Number(value.toPrecision(15));
  if (exact >= 1e21) return tidyNumber(exact);
  return (Math.round(Number(`${exact}e${decimals}`)) / 10 ** decimals).toFixed(Math.min(decimals, 20));
}

/** Fills the places for digits from the right; the first one takes all that are left. */
function fillWhole(whole: string, tokens: readonly FormatToken[]): string {
  const places = tokens.filter(({ kind }) => kind === "digit").length;
  if (places === 0) return writeLiterals(tokens) + (whole === "0" ? "" : whole);
  const zeros = tokens.filter((token) => token.kind === "digit" && token.text === "0").length;
  const digits = (whole === "0" && zeros === 0 ? "" : whole).padStart(zeros, "0").padStart(places, " ");
  const extra = digits.length - places;
  let at = 0;
  return tokens
    .map((token) => {
      if (token.kind !== "digit") return writeLiterals([token]);
      const from = at === 0 ? 0 : extra + at;
      at += 1;
      return digits.slice(from, extra + at).trim();
    })
    .join("");
}

/** Digits behind the point; those that are not asked for end with the last one that says something. */
function fillPart(part: string, tokens: readonly FormatToken[], hasPoint: boolean): string {
  if (!hasPoint) return "";
  const places = tokens
    .filter((token) => token.kind === "digit")
    .map((token) => ("text" in token ? token.text : ""));
  let length = part.length;
  while (length > 0 && part[length - 1] === "0" && places[length - 1] !== "0") length--;
  const lastDigit = tokens.findLastIndex(({ kind }) => kind === "digit");
  const behind = writeLiterals(tokens.slice(lastDigit + 1));
  return (length > 0 ? `.${part.slice(0, length)}` : "") + behind;
}

function writeLiterals(tokens: readonly FormatToken[]): string {
  return tokens
    .map((token) => (token.kind === "literal" ? token.text : token.kind === "percent" ? "%" : ""))
    .join("");
}

/** `# ?/?` and `# ?/8`: the nearest fraction whose denominator has as many digits, or is that number. */
function writeFraction(value: number, tokens: readonly FormatToken[], slash: number): string {
  const below = tokens.slice(slash + 1);
  const fixed = Number(
    below
      .map((token) => ("text" in token ? token.text : ""))
      .join("")
      .replace(/[#?]/g, "")
      .trim(),
  );
  const places = below.filter(({ kind }) => kind === "digit").length;
  const size = Math.abs(value);
  const hasWhole = tokens
    .slice(0, slash)
    .some((token, at) => token.kind === "literal" && token.text === " " && at > 0);
  const whole = hasWhole ? Math.floor(size) : 0;
  const rest = size - whole;
  let [upper, lower] = [0, 1];
  const most = fixed > 0 ? fixed : 10 ** Math.min(places, 3) - 1;
  for (let one = fixed > 0 ? fixed : 1; one <= most; one++) {
    const candidate = Math.round(rest * one);
    if (Math.abs(candidate / one - rest) < Math.abs(upper / lower - rest) - 1e-12)
      [upper, lower] = [candidate, one];
  }
  const carried = upper === lower ? whole + 1 : whole;
  const fraction = upper === 0 || upper === lower ? "" : `${upper}/${lower}`;
  const sign = value < 0 ? "-" : "";
  return (
    sign + ([carried > 0 || !fraction ? String(carried) : "", fraction].filter(Boolean).join(" ") || "0")
  );
}

function tidyNumber(value: number): string {
  return String(Number(value.toPrecision(15)));
}
