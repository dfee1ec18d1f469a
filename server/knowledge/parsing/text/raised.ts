/** What is beside a raised or lowered text, on its line. */
export interface Beside {
  before: string;
  /** It is the upper part of a fraction, whose lower part is lowered. */
  isOverLowered?: boolean;
}

/**
 * Gives a raised text so that its meaning is kept without its position: a power as `10^6` or `m²`, a fraction as `1 1/2`, an
 * ending as it is (1st). The mark of a note is left out: behind a number it would become a part of it.
 */
export function writeRaised(raised: string, { before, isOverLowered = false }: Beside): string {
  const text = raised.trim().replace(/[−–](?=\d)/g, "-");
  if (isOverLowered && /^\d+$/.test(text)) return `${/\d$/.test(before) ? " " : ""}${text}`;
  if (/^(?:\[[^\]]{0,8}\]|\(\d{1,2}\)|\d{1,2}(?:\s?[,;-]\s?\d{1,2})+)$/.test(text) && before.trim() !== "")
    return "";
  if (isNumber.test(text)) return raiseNumber(text, before);
  if (/^[\p{L}\d](?:\s?[-+*/]\s?[\p{L}\d]{1,6}){1,4}$/u.test(text)) return `^(${text})`;
  const isPower =
    /^[a-z]$/i.test(text) && /(?:^|[^\p{L}])(?:\p{L}|\d)$/u.test(before) && !isEnding(text, before);
  return isPower ? `^${text}` : raised;
}

/** Gives a lowered text so that its meaning is kept: `CO₂`, `x_i`, the lower part of a fraction as it is. */
export function writeLowered(lowered: string, { before }: Beside): string {
  const text = lowered.trim();
  if (text === "" || !/[\p{L}\p{N})]$/u.test(before)) return lowered;
  if (/^[\d+-]+$/.test(text) && !/\d$/.test(before))
    return [...text].map((sign) => "₀₁₂₃₄₅₆₇₈₉"[Number(sign)] ?? (sign === "+" ? "₊" : "₋")).join("");
  return /^[\p{L}\p{N},]{1,12}$/u.test(text) ? `_${text}` : lowered;
}

const isNumber = /^[+-]?\d{1,4}(?:[.,]\d{1,3})?$/;

function raiseNumber(text: string, before: string): string {
  if (/\d$/.test(before)) return `^${text}`;
  const [word] = /\p{L}+$/u.exec(before) ?? [];
  if (word !== undefined) return isBase(word, text) ? raiseDigits(text) : "";
  const [, inside] = /\(([^()]{1,60})\)$/.exec(before) ?? [];
  if (inside !== undefined) return /[-+*/=]|^\p{L}$/u.test(inside) ? `^${text}` : "";
  // At the start of its line it is the number of the note itself.
  return before.trim() === "" ? `${text} ` : "";
}

/** A unit or a sign of a formula; behind a word stands the mark of a note. */
function isBase(word: string, exponent: string): boolean {
  if (!/^[\p{Script=Latin}\p{Script=Greek}]+$/u.test(word)) return false;
  return (
    word.length <= 2 ||
    exponent.startsWith("-") ||
    /^(?:sec|mol|min|rad|inch|feet|yds?|kms?|mtr)$/i.test(word)
  );
}

function raiseDigits(text: string): string {
  if (!/^[+-]?\d+$/.test(text)) return `^${text}`;
  return [...text].map((sign) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(sign)] ?? (sign === "+" ? "⁺" : "⁻")).join("");
}

/** French, Italian, Spanish and Portuguese numbers end so: 2e, 1o, 1a; and "No". */
function isEnding(text: string, before: string): boolean {
  return /^[eoa]$/i.test(text) && /(?:\d|(?:^|[^\p{L}])[NMD])$/u.test(before);
}
