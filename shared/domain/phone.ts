/** Gives a telephone number without what people write between its digits: `+44 (0)20 7946-0990` is `+442079460990`. */
export function writePhone(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(/^(\s*(?:\+|00)[^(]*)\(0\)/, "$1")
    .replace(/[\s().\/\u2010-\u2015-]/g, "")
    .replace(/^00/, "+");
}
