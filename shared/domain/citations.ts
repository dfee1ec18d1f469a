/** The signs around a citation. Where a text is drawn, the first of them is where a citation is looked for. */
export const citationOpen = "[";
const citationClose = "]";

/** What is between them, and on the mark that is drawn in their place. */
export function nameCitation(number: number): string {
  return String(number);
}

function readName(name: string): number {
  return Number(name);
}

/**
 * How names with a number of digits look; the list of sources is numbered in the same way (the `type` of HTML's lists).
 */
const names = (figures: string) => `\\d{${figures}}`;
export const citationListType = "1";

/** How a text cites: `[1]` behind a statement is the first of the places that are cited, and so on. */
export function writeCitation(number: number): string {
  return `${citationOpen}${nameCitation(number)}${citationClose}`;
}

/** How models are asked to cite, and `readCited` reads it, whatever a text looks like. */
export function writeForModel(number: number): string {
  return `[${number}]`;
}

const between = (figures: string) => `\\${citationOpen}(${names(figures)})\\${citationClose}`;
/** As `[1](address)` or `[1]: address` is the text of a link, and no citation. */
const one = `${between("1,3")}(?!\\()`;
const citation = new RegExp(one, "g");
const withSpace = new RegExp(`[ \\t]?${one}`, "g");
const leading = new RegExp(`^(?:\\s*${between("1,3")})+\\s*`);
const begun = new RegExp(`[ \\t]?\\${citationOpen}${names("0,3")}\\${citationClose}?$`);
const trailing = new RegExp(`(?:${between("1,3")}|\\s)+$`);
/** A renderer may put marks of its own into a text, which have more digits (`firstMark`). */
const drawn = new RegExp(`${between("1,4")}(?![(:])`, "y");
const mark = new RegExp(between("4"), "g");
/** `1`, `1, 2`, `^1`, and the form with a dagger that some models were taught. */
const listed = /^\^?\s*\d{1,3}(?:\s*[,;]\s*\d{1,3})*(?:†[^\]]*)?$/;
/** From this number on a mark is no citation: it stands for something else that is drawn in its place. */
export const firstMark = 1000;
export const lastMark = 9999;

/** Gives the numbers that a text cites, in its order. */
export function listCitations(text: string): number[] {
  return [...text.matchAll(citation)].map(([, name = ""]) => readName(name));
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

/** Gives a text that is still written, without what may become a citation at its end. */
export function withoutBegunCitation(text: string): string {
  return text.replace(begun, "");
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
  return found && { number: readName(found[1] ?? ""), length: found[0].length };
}

/** Gives a text with its marks replaced; `undefined` leaves one as it is. */
export function replaceMarks(text: string, instead: (number: number) => string | undefined): string {
  return text.replace(mark, (whole, name: string) => instead(readName(name)) ?? whole);
}
