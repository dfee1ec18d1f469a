/*
 * HTML is text here. It is found all the same, because Markdown inside it has no meaning: `<a title="*">` is no emphasis.
 */

const attribute = `\\s+[a-z_:][\\w.:-]*(?:\\s*=\\s*(?:[^\\s"'=<>\`]+|'[^']*'|"[^"]*"))?`;
const tag = `<(?:[a-z][a-z\\d-]*(?:${attribute})*\\s*\\/?|\\/[a-z][a-z\\d-]*\\s*)>`;
const inlineTag = new RegExp(tag, "iy");
const lonelyTag = new RegExp(`^${tag}\\s*$`, "i");

/** How an HTML block begins, and what the line that ends it has; null is a blank line. */
const kinds: [RegExp, RegExp | null][] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [
    /^<\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul)(?:\s|\/?>|$)/i,
    null,
  ],
];

/** What ends the HTML block that this line begins; undefined if it begins none. A lonely tag is none within a paragraph. */
export function findHtmlEnd(line: string, isInParagraph: boolean): RegExp | null | undefined {
  if (line[0] !== "<") return undefined;
  const kind = kinds.find(([begin]) => begin.test(line));
  if (kind) return kind[1];
  return !isInParagraph && lonelyTag.test(line) ? null : undefined;
}

const ends: [string, string][] = [
  ["<!--", "-->"],
  ["<?", "?>"],
  ["<![CDATA[", "]]>"],
  ["<!", ">"],
];

/** Finds HTML within running text. What was searched in vain once is never searched again. */
export class HtmlReader {
  readonly #text: string;
  #missing = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The place behind the tag, comment or declaration that begins here; undefined if there is none. */
  endAt(at: number): number | undefined {
    const text = this.#text;
    inlineTag.lastIndex = at;
    if (inlineTag.test(text)) return inlineTag.lastIndex;
    const [begin = "", end = ""] = ends.find(([mark]) => text.startsWith(mark, at)) ?? [];
    if (!begin || (begin === "<!" && !/[a-z]/i.test(text.charAt(at + 2)))) return undefined;
    if (/^<!---?>/.test(text.slice(at, at + 6))) return text.indexOf(">", at) + 1;
    const found = this.#missing.has(end) ? -1 : text.indexOf(end, at + begin.length);
    if (found < 0) this.#missing.add(end);
    return found < 0 ? undefined : found + end.length;
  }
}
