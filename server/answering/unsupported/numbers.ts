/** Gives the numbers that a sentence states, as plain digits with a point. */
export function listNumbers(sentence: string): string[] {
  const text = latinDigits(sentence);
  const written = /\d/.test(text)
    ? [...text.matchAll(digits)].flatMap(([found]) => readings(found).slice(0, 1))
    : [];
  return [...new Set([...written, ...listWords(text)])];
}

/** Gives every number that a text may be read to have: 1.000 is a thousand to some and one to others. */
export function readNumbers(source: string): Set<string> {
  const text = latinDigits(source);
  const numbers = new Set([...text.matchAll(digits)].flatMap(([found]) => readings(found)));
  for (const word of listWords(text)) numbers.add(word);
  // Half past two in the afternoon is 14:30 elsewhere.
  for (const [, hour] of text.matchAll(/\b(\d{1,2})(?:[:.]\d{2})?\s?p\.?m\b/gi)) {
    numbers.add(String((Number(hour) % 12) + 12));
  }
  for (const [, hour] of text.matchAll(/\b(1[3-9]|2[0-3])[:.]\d{2}\b/g))
    numbers.add(String(Number(hour) - 12));
  return numbers;
}

/** Digits with what groups them; a sign at the end is the sentence's, and digits behind letters are a name's. */
const digits = /(?<![\p{L}\d])\d+(?:[.,'’\u00a0\u202f ]\d{3})*(?:[.,]\d+)?/gu;
const grouped = /^\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+(?:[.,]\d+)?$/;

/** The likeliest one comes first. */
function readings(found: string): string[] {
  const asDecimal = plain(found.replace(/[\s'’]/g, "").replace(",", "."));
  if (!grouped.test(found)) return [asDecimal, ...found.split(/[.,'’\s]/).map(plain)];
  const groups = found.split(/[.,'’\s]/);
  const last = groups.at(-1) ?? "";
  const hasFraction = groups.length > 1 && last.length !== 3;
  const whole = plain((hasFraction ? groups.slice(0, -1) : groups).join(""));
  return [hasFraction ? `${whole}.${last}` : whole, asDecimal, ...groups.map(plain)];
}

/** Neither zeros in front nor behind the point tell anything. */
function plain(text: string): string {
  const value = Number(text);
  return Number.isFinite(value) && text.length < 16 ? String(value) : text;
}

function latinDigits(text: string): string {
  if (!/[٠-٩۰-۹]/.test(text)) return text;
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0));
}

/** "One" is an article in most of these languages, and tells nothing. */
const numberWords: Record<string, string[]> = {
  2: ["two", "zwei", "deux", "dos", "due", "twee", "dois", "duas"],
  3: ["three", "drei", "trois", "tres", "tre", "drie", "três"],
  4: ["four", "vier", "quatre", "cuatro", "quattro", "quatro"],
  5: ["five", "fünf", "cinq", "cinco", "cinque", "vijf"],
  6: ["six", "sechs", "seis", "sei", "zes"],
  7: ["seven", "sieben", "sept", "siete", "sette", "zeven", "sete"],
  8: ["eight", "acht", "huit", "ocho", "otto", "oito"],
  9: ["nine", "neun", "neuf", "nueve", "nove", "negen"],
  10: ["ten", "zehn", "dix", "diez", "dieci", "tien", "dez"],
  12: ["twelve", "zwölf", "douze", "doce", "dodici", "twaalf", "doze"],
  14: ["fourteen", "vierzehn", "quatorze", "catorce", "quattordici", "veertien", "catorze"],
  20: ["twenty", "zwanzig", "vingt", "veinte", "venti", "twintig", "vinte"],
  24: ["twenty-four", "vierundzwanzig", "vingt-quatre", "veinticuatro", "ventiquattro", "vierentwintig"],
  30: ["thirty", "dreißig", "trente", "treinta", "trenta", "dertig", "trinta"],
  60: ["sixty", "sechzig", "soixante", "sesenta", "sessanta", "zestig", "sessenta"],
  100: ["hundred", "hundert", "cent", "cien", "cento", "honderd", "cem"],
};

const byWord = new Map(
  Object.entries(numberWords).flatMap(([value, words]) => words.map((word) => [word, value])),
);

/** Most sentences have no such word, and this alone tells that much sooner. */
const anyWord = new RegExp([...byWord.keys()].join("|"), "iu");

/** "Five-year" has a five; French "six" and English "six" are one. */
function listWords(text: string): string[] {
  const found: string[] = [];
  if (!anyWord.test(text)) return found;
  for (const word of text.toLowerCase().match(/\p{L}+(?:-\p{L}+)*/gu) ?? []) {
    const parts = byWord.has(word) ? [word] : word.split("-");
    for (const part of parts) {
      const value = byWord.get(part);
      if (value !== undefined) found.push(value);
    }
  }
  return found;
}
