/** How a text cites: `[1]` behind a statement is the first of the places that are cited, and so on. */
export function writeCitation(number: number): string {
  return `[${number}]`;
}

/** As `[1](address)` or `[1]: address` is the text of a link, and no citation. */
const citation = /\[(\d{1,3})\](?!\()/g;
const withSpace = /[ \t]?\[\d{1,3}\](?!\()/g;
const leading = /^(?:\s*\[\d{1,3}\])+\s*/;
const trailing = /(?:\[\d{1,3}\]|\s)+$/;
/** `1`, `1, 2`, `^1`, and the form with a dagger that some models were taught. */
const listed = /^\^?\s*\d{1,3}(?:\s*[,;]\s*\d{1,3})*(?:†[^\]]*)?$/;
/** Whoever draws a text may put marks of their own into it, which have more digits (`firstMark`). */
const drawn = /\[(\d{1,4})\](?![(:])/y;

/** From this number on a mark is no citation: it stands for something else that is drawn in its place. */
export const firstMark = 1000;
export const lastMark = 9999;

/** Gives the numbers that a text cites, in its order. */
export function listCitations(text: string): number[] {
  return [...text.matchAll(citation)].map(([, digits]) => Number(digits));
}

/** Gives a text without its citations and the space before each; or with something else in the place of each. */
export function withoutCitations(text: string, instead?: string): string {
  return instead === undefined ? text.replace(withSpace, "") : text.replace(citation, instead);
}

/** How much of a text's beginning is citations. */
export function lengthOfLeadingCitations(text: string): number {
  return leading.exec(text)?.[0].length ?? 0;
}

/** Gives a text without the citations at its end. */
export function withoutTrailingCitations(text: string): string {
  return text.replace(trailing, "");
}

/** Gives the numbers that a model put between brackets to cite them; null where it did not cite. */
export function readCited(inner: string): number[] | null {
  if (!listed.test(inner)) return null;
  return [...(inner.split("†")[0] ?? "").matchAll(/\d+/g)].map(([digits]) => Number(digits));
}

/** Gives the citation, or the mark, that begins at this place of a text, and how long it is; null where none does. */
export function citationAt(text: string, at: number): { number: number; length: number } | null {
  drawn.lastIndex = at;
  const found = drawn.exec(text);
  return found && { number: Number(found[1]), length: found[0].length };
}

/** Gives a text with its marks replaced; `undefined` leaves one as it is. */
export function replaceMarks(text: string, instead: (number: number) => string | undefined): string {
  return text.replace(/\[(\d{4})\]/g, (whole, digits: string) => instead(Number(digits)) ?? whole);
}
