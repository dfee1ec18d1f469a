/**
 * Gives a text of the same length in which digits of other scripts, full-width signs, and all kinds of spaces and
 * hyphens stand as ASCII has them: what is found in it is at the same place in the text itself.
 */
export function withoutLookAlikes(text: string): string {
  return text
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, " ")
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g, toDigit);
}

/** Arabic, Persian, Devanagari, Bengali, Thai. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50];

function toDigit(sign: string): string {
  const code = sign.charCodeAt(0);
  const zero = zeros.find((one) => code >= one && code < one + 10) ?? code;
  return String(code - zero);
}
