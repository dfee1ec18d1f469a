/**
 * Gives text in the one form in which it is cut into words: compatibility forms unified (full-width letters,
 * ligatures), vowel points taken off Arabic and Hebrew letters. Accents stay, because stemmers read them.
 */
export function unifyText(text: string): string {
  if (asciiOnly.test(text)) return text;
  return compose(text.normalize("NFKD").replace(pointsAndSigns, ""));
}

/**
 * Gives text in the one form in which text and question are compared: unified, and accents taken off Latin, Greek and
 * Cyrillic letters. Case is kept; marks that are letters in their script (Thai vowels, Japanese voicing) stay.
 */
export function foldText(text: string): string {
  if (asciiOnly.test(text)) return text;
  return compose(text.normalize("NFKD").replace(pointsAndSigns, "").replace(accents, ""));
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
