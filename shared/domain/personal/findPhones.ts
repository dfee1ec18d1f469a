import { findCalled, isNamedOtherwise } from "./numberWords.ts";
import { findAll, replaceSpans } from "./span.ts";
import type { Span } from "./span.ts";

/** Scripts that part words by spaces: a digit behind their letters is a code's. Others write on right behind a number. */
const letters = String.raw`\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}`;

/** With the sign of a country it is one, whatever stands around it; brackets only at its beginning. */
const international = new RegExp(
  String.raw`(?<![${letters}\d+])\+\(?\d(?:[ ().\-/]{0,3}\d){1,4}(?:(?:[ \-/]{0,3}|\.|\) ?)\d){3,10}(?!\d)`,
  "gu",
);
/** A point with a space behind it ends a sentence, and no group of a number. An area's code may stand far from the rest. */
const national = new RegExp(
  String.raw`(?<![${letters}\d,/-]|\d[. ])(?:\(?0[1-9]\d{0,4}\)? [/-] )?\(?\d(?:(?:[ ()\-/]{0,2}|\.)\d){7,14}(?![${letters}\d]|[ .\-/]\d)`,
  "gu",
);
/** An area's code and a number behind it, also between other numbers; not in groups of four, as an IBAN has them. */
const trunk = new RegExp(
  String.raw`(?<![${letters}\d.,/-])(?:0[1-9]\d{1,4}[ /-]{1,3}\d{5,9}|0[1-9]\d[ -]\d{4}[ -]\d{4})(?:[ -]\d{2,5}){0,3}(?![${letters}\d])`,
  "gu",
);

/** Finds telephone numbers. Dates, prices and order numbers have as many digits: one begins or is grouped like a number to call. */
export function findPhones(text: string): Span[] {
  const timeless = blank(text, findAll(text, notDialled));
  const abroad = findAll(timeless, international).filter(({ from, to }) =>
    isAbroad(timeless.slice(from, to)),
  );
  const inland = blank(timeless, abroad);
  const called = findCalled(inland);
  const unnamed = blank(inland, called);
  const rest = blank(unnamed, findAll(unnamed, hours));
  const whole = findAll(rest, national).filter(
    (span) => isPhone(rest.slice(span.from, span.to)) && !isNamedOtherwise(rest, span),
  );
  const left = blank(rest, whole);
  const within = findAll(left, trunk)
    .filter((span) => !isNamedOtherwise(left, span))
    .flatMap((span) => cutToLongest(left, span));
  return [...abroad, ...called, ...whole, ...within].sort((one, other) => one.from - other.from);
}

/** Dates, times of the day, and the numbers before a list's lines. */
const notDialled =
  /(?<!\d[-./]?)(?:(?:19|20)\d{2}([-./])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])([-./])(?:0?[1-9]|[12]\d|3[01])\2(?:19|20)\d{2}|[0-2]?\d:[0-5]\d(?::[0-5]\d)?)(?![-./]?\d)|(?<=^[ \t]{0,16})\d{1,2}[.)](?= )/gm;

const time = String.raw`(?:[01]?\d|2[0-4])[.:][0-5]\d`;
const day = String.raw`(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:(?:19|20)?\d{2})?`;
/** From one time or day to another, and both as they are written with points. */
const hours = new RegExp(
  String.raw`(?<!\d[-./]?)(?:${time}(?: ?- ?${time})?|${day}(?: ?- ?${day})?)(?![-./]?\d)`,
  "g",
);

/** None of it can be found, and all else stays where it is. */
function blank(text: string, spans: Span[]): string {
  return replaceSpans(text, spans, (found) => "\u0000".repeat(found.length));
}

/** A place on the map has a sign, too. */
function isAbroad(found: string): boolean {
  return countDigits(found) >= 8 && !/^\+\d{1,3}\.\d{4,}$/.test(found);
}

function isPhone(found: string): boolean {
  return !others.some((way) => way.test(found)) && ways.some((way) => way.test(found));
}

/** As many digits, and nobody's number. */
const others = [
  // Days.
  /^\d{4}[-./]\d{1,2}[-./]\d{1,2}$|^\d{1,2}[-./]\d{1,2}[-./]\d{4}$/,
  /^(?:19|20)\d{2} (?:0?[1-9]|1[0-2]) \d{1,2}$|^\d{1,2} (?:0?[1-9]|1[0-2]) (?:19|20)\d{2}$/,
  // An address in a network, sums, a place on the map, and what is recounted each year.
  /^[1-9]\d{0,2}(?:\.(?:0|[1-9]\d{0,2})){3}$/,
  /^[1-9]\d{0,2}(?:[ .]\d{3})*[ .]000$|^[1-9]\d?(?:\.\d{3})+$/,
  /^\d{1,3}\.\d{2,} \d{1,3}\.\d{2,}$/,
  /^(?:19|20)\d{2}[-/]\d/,
  /^000/,
];

const ways = [
  /^\(?0\d|^\(0\) ?[1-9]/,
  // India and Brazil.
  /^[6-9]\d{4} \d{5}$/,
  /^[1-9]\d 9\d{4}-\d{4}$/,
  /^\(?\d{2,4}\)?[ .\-/]\d{2,4}[ .\-/]\d{2,5}([ .\-/]\d{2,5})?$/,
  // North America, Russia and Turkey, and an area's code in brackets that is no year.
  /^1[ .-]?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}$/,
  /^[078][ -]?\(?\d{3}\)?[ -]?\d{3}[ -]\d{2}[ -]\d{2}$/,
  /^\((?!(?:19|20)\d{2}\))\d{2,5}\)[ .\-/]?\d[\d .\-/]{4,}$/,
];

const mostDigits = 15;

/** Leaves out what is behind the number; a long sum of money has groups of three. */
function cutToLongest(text: string, { from, to }: Span): Span[] {
  let found = text.slice(from, to);
  if (/^\d{3}(?: \d{3})+$/.test(found) && /\d $/.test(text.slice(0, from).slice(-2))) return [];
  while (countDigits(found) > mostDigits) found = found.replace(/[ -]+\d+$/, "");
  return countDigits(found) < 8 ? [] : [{ from, to: from + found.length }];
}

function countDigits(text: string): number {
  return text.replace(/\D/g, "").length;
}
