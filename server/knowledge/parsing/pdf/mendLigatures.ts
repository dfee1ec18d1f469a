/** One sign of a font as it is drawn; a joined one stands for several letters. */
interface Glyph {
  unicode: string;
}

/** The operation that draws signs, in the numbering of pdf.js. */
const showText = 44;

/** Says whether a page may have joined letters that were turned round: text from right to left with lam and alef. */
export function mayHaveTurned(items: readonly object[]): boolean {
  return items.some(
    (item) => "dir" in item && item.dir === "rtl" && "str" in item && /\u0627\u0644/.test(String(item.str)),
  );
}

/**
 * Gives the words of a page that pdf.js got wrong, each with what it should be. It turns text from right to left
 * round letter by letter, and so the letters of a joined lam-alef too; only what was drawn tells which those are.
 */
export function listTurnedWords({
  fnArray,
  argsArray,
}: {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}): Map<string, string> {
  const words = new Map<string, string>();
  fnArray.forEach((operation, index) => {
    const [shown] = operation === showText ? (argsArray[index] as unknown[]) : []; // pdf.js: a list of its arguments
    if (Array.isArray(shown)) addWords(words, shown);
  });
  return words;
}

function addWords(words: Map<string, string>, shown: readonly unknown[]): void {
  let word: string[] = [];
  const close = () => {
    const right = word.toReversed().join("");
    const wrong = [...word.join("")].toReversed().join("");
    if (right !== wrong) words.set(wrong, right);
    word = [];
  };
  for (const sign of shown) {
    if (!isGlyph(sign)) continue; // a number moves the pen
    if (/^[\p{L}\p{M}]+$/u.test(sign.unicode)) word.push(sign.unicode);
    else close();
  }
  close();
}

function isGlyph(sign: unknown): sign is Glyph {
  return typeof sign === "object" && sign !== null && "unicode" in sign && typeof sign.unicode === "string";
}

/** Puts the right words into a text in place of the wrong ones. */
export function mendWords(text: string, words: ReadonlyMap<string, string>): string {
  return text.replace(/[\p{L}\p{M}]+/gu, (word) => words.get(word) ?? word);
}
