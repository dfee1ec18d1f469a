import type { Span } from "./span.ts";

/** Finds card numbers: a run of digits that is one, or in a longer run the groups that one is written in. */
export function findCards(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: run, index } of text.matchAll(/(?<!\d)\d(?:[ .-]{0,2}\d){12,}/g)) {
    const isApart = text.charAt(index - 1) !== "-" && text.charAt(index + run.length) !== "-";
    if (isApart && /^\d(?:[ -]?\d){12,18}$/.test(run) && isLikelyCard(run.replace(/\D/g, "")))
      spans.push({ from: index, to: index + run.length });
    else spans.push(...findWithin(run, text.charAt(index - 1)).map((span) => shift(span, index)));
  }
  return spans;
}

/** How brands group their numbers, beside those that are in one piece. */
const shapes = [
  [4, 4, 4, 4, 3],
  [4, 4, 4, 4],
  [4, 6, 5],
  [4, 6, 4],
];
/** Visa, Mastercard, American Express, Diners, JCB, and those that begin with 6. */
const brands = /^(?:4\d{12}(?:\d{3}){0,2}|(?:5\d|2[2-7]|35)\d{14}|3[47]\d{13}|3[068]\d{12}|6\d{15,18})$/;

/** What stands before or behind a card, such as its date, belongs to the same run. */
function findWithin(run: string, before: string): Span[] {
  const groups = Array.from(run.matchAll(/\d+/g), ({ 0: digits, index }) => ({ digits, index }));
  const spans: Span[] = [];
  let next = 0;
  for (const [at, first] of groups.entries()) {
    const size = at < next ? 0 : countGroups(groups.slice(at, at + 5).map(({ digits }) => digits));
    const last = size > 0 ? groups[at + size - 1] : undefined;
    if (!last) continue;
    // The digits behind a point are a fraction.
    const isFraction = size === 1 && /[.,]/.test(at === 0 ? before : run.charAt(first.index - 1));
    if (!isFraction) spans.push({ from: first.index, to: last.index + last.digits.length });
    next = at + size;
  }
  return spans;
}

/** Codes of goods have 13 or 14 digits, and every tenth of them has a card's check digit. */
function isLikelyCard(digits: string): boolean {
  return hasCheckDigit(digits) && (digits.length > 15 || brands.test(digits));
}

/** How many of the first groups are a card's; none where they are not. */
function countGroups(groups: string[]): number {
  const isCard = (digits: string) => brands.test(digits) && hasCheckDigit(digits);
  const [first = ""] = groups;
  if (first.length > 6) return isCard(first) ? 1 : 0;
  const shape = shapes.find(
    (sizes) =>
      sizes.every((size, at) => groups[at]?.length === size) &&
      isCard(groups.slice(0, sizes.length).join("")),
  );
  return shape?.length ?? 0;
}

function shift({ from, to }: Span, by: number): Span {
  return { from: from + by, to: to + by };
}

/** The check digit that all card numbers have. */
function hasCheckDigit(found: string): boolean {
  const digits = found.split("").reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0 && new Set(digits).size > 1;
}
