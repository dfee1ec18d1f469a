import type { Span } from "./span.ts";

/**
 * Finds IBANs in any case, with groups of any size between spaces, hyphens or dots. How long one is says its country, so
 * that a word behind it is never taken for its end.
 */
export function findIbans(text: string): Span[] {
  const spans: Span[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(/(?<![A-Za-z\d])[A-Za-z]{2}[ .-]?\d{2}/g)) {
    if (index < end) continue;
    const length = lengths.get(found.slice(0, 2).toUpperCase());
    const to = length === undefined ? null : findEnd(text, index, length);
    if (to === null) continue;
    spans.push({ from: index, to });
    end = to;
  }
  return spans;
}

/** Gives where an IBAN of this length ends; null where none begins here. */
function findEnd(text: string, from: number, length: number): number | null {
  const ahead = text.slice(from, from + length * 3);
  const [run = ""] = /^[A-Za-z\d](?:[ .-]{0,2}[A-Za-z\d])*/.exec(ahead) ?? [];
  let left = length;
  const size = [...run].findIndex((sign) => /[A-Za-z\d]/.test(sign) && (left -= 1) === 0) + 1;
  const found = run.slice(0, size);
  if (size === 0 || /[A-Za-z\d]/.test(text.charAt(from + size)) || isProse(found)) return null;
  return hasRest1(found.replace(/[^A-Za-z\d]/g, "").toUpperCase()) ? from + size : null;
}

/** Small letters are words where more than the bank's group has no digit. */
function isProse(found: string): boolean {
  const groups = found.slice(2).split(/[ .-]+/);
  return /[a-z]/.test(found) && groups.filter((group) => /^[A-Za-z]+$/.test(group)).length > 1;
}

/** ISO 13616: the number made of the rearranged letters and digits leaves 1. */
function hasRest1(plain: string): boolean {
  const digits = (plain.slice(4) + plain.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** By SWIFT's registry, and the countries beside it whose banks write them too. */
const lengths = new Map(
  (
    "AD24 AE23 AL28 AO25 AT20 AZ28 BA20 BE16 BF28 BG22 BH22 BI27 BJ28 BR29 BY28 CF27 CG27 CH21 CI28 CM27 CR22 CV25 " +
    "CY28 CZ24 DE22 DJ27 DK18 DO28 DZ26 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GA27 GB22 GE22 GI23 GL18 GQ27 GR27 GT28 " +
    "GW25 HN28 HR21 HU28 IE22 IL23 IQ23 IR26 IS26 IT27 JO30 KM27 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MA28 " +
    "MC27 MD24 ME22 MG27 MK19 ML28 MN20 MR27 MT31 MU30 MZ25 NE28 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 " +
    "RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SN28 SO23 ST25 SV28 TD27 TG28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);
