/**
 * Gives the address of a page that jumps to a quote on it (a text fragment); null for what is no web address. The quote
 * has to be on the page word for word: a long one is named by its first and last words.
 */
export function passageUrl(url: string | null, quote: string): string | null {
  if (!url || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  const words = quote.split(/\s+/).filter(Boolean);
  if (words.length === 0) return url;
  const isLong = words.length > mostWords;
  const directive = isLong
    ? `${encode(words.slice(0, wordsAtStart))},${encode(words.slice(-wordsAtEnd))}`
    : encode(words);
  const [address = "", fragment = ""] = splitOnce(url, "#");
  const [named = ""] = splitOnce(fragment, ":~:");
  return `${address}#${named}:~:text=${directive}`;
}

const mostWords = 12;
const wordsAtStart = 6;
const wordsAtEnd = 4;

/** The directive's own signs are comma, ampersand and hyphen; the first two are encoded anyway. */
function encode(words: string[]): string {
  return encodeURIComponent(words.join(" ").toWellFormed()).replaceAll("-", "%2D");
}

function splitOnce(text: string, sign: string): string[] {
  const at = text.indexOf(sign);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + sign.length)];
}
