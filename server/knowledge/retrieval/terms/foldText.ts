/**
 * Gives text in the one form in which it is cut into words: compatibility forms unified (full-width letters,
 * ligatures), vowel points taken off Arabic and Hebrew letters. Accents stay, because stemmers read them.
 */
export function unifyText(text: string): string {
  if (asciiOnly.test(text)) return text;
  return compose(keepPowers(text).normalize("NFKD").replace(pointsAndSigns, "")).replace(
    sameLetters,
    unifyLetter,
  );
}

/**
 * Gives text in the one form in which text and question are compared: unified, and accents taken off Latin, Greek and
 * Cyrillic letters. Case is kept; marks that are letters in their script (Thai vowels, Japanese voicing) stay.
 */
export function foldText(text: string): string {
  if (asciiOnly.test(text)) return text;
  return compose(keepPowers(text).normalize("NFKD").replace(pointsAndSigns, "").replace(accents, "")).replace(
    sameLetters,
    unifyLetter,
  );
}

/** Gives a folded word in lower case, with the few letters that lower case alone does not unify. */
export function foldCase(word: string): string {
  const lower = word.toLowerCase();
  return asciiOnly.test(lower)
    ? lower
    : lower.replace(/[ßςøœæłđı]/g, (letter) => unifiedLetters[letter] ?? letter);
}

/** The compatible form takes the Thai and Lao vowel "am" apart for good, and the segmenter cuts words wrongly there. */
function compose(text: string): string {
  return text.normalize("NFC").replaceAll("\u0e4d\u0e32", "\u0e33").replaceAll("\u0ecd\u0eb2", "\u0eb3");
}

/** The compatible form would make 106 of 10⁶, and 11⁄2 of 1½. */
function keepPowers(text: string): string {
  return text.replace(/(\d)(?=[⁰¹²³⁴-⁹⁺⁻])/gu, "$1^").replace(/(\d)(?=[¼-¾⅐-⅞])/gu, "$1 ");
}

/**
 * Letters of the Arabic script that people type for each other: keyboards for Persian, Urdu, Kurdish and Arabic have their
 * own yeh, kaf and heh; and the digits of both.
 */
const sameLetters = /[\u0649\u06cc\u06d2\u06a9\u06aa\u06c1\u06be\u06d5\u06c0\u0660-\u0669\u06f0-\u06f9]/g;

function unifyLetter(letter: string): string {
  const code = letter.charCodeAt(0);
  if (code >= 0x06f0) return String(code - 0x06f0);
  if (code >= 0x0660 && code <= 0x0669) return String(code - 0x0660);
  if (/[\u06a9\u06aa]/.test(letter)) return "\u0643";
  return /[\u06c1\u06be\u06d5\u06c0]/.test(letter) ? "\u0647" : "\u064a";
}

const asciiOnly = /^[\x00-\x7f]*$/;

const accents = /[\u0300-\u036f]/g;
const pointsAndSigns = /[\u0591-\u05c7\u0640\u064b-\u065f\u0670\u200b-\u200d\u00ad\ufeff]/g;

const unifiedLetters: Record<string, string> = {
  ß: "ss",
  ς: "σ",
  ø: "o",
  œ: "oe",
  æ: "ae",
  ł: "l",
  đ: "d",
  ı: "i",
};
