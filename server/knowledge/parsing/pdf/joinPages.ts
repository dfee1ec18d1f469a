import type { Section } from "../ParsedDocument.ts";
import { findRepeated } from "./findRepeated.ts";

/** A line of a page, with the size of its letters and where it stands (y grows upwards). */
export interface PdfLine {
  text: string;
  size: number;
  y: number;
}

/** Puts the pieces that pdf.js gives together into lines. */
export function joinLines(items: readonly object[]): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: PdfLine | undefined;
  for (const item of items) {
    if (!("str" in item) || typeof item.str !== "string" || !("transform" in item)) continue;
    const [, , skew = 0, scale = 0, , y = 0] = item.transform as number[]; // pdf.js: six numbers
    const size = Math.round(Math.hypot(skew, scale) * 2) / 2;
    if (item.str.trim() !== "") {
      if (!line) lines.push((line = { text: "", size, y }));
      // A line is as large as its largest letters: a raised number does not make it small.
      line.size = Math.max(line.size, size);
    }
    if (line) line.text += item.str;
    if ("hasEOL" in item && item.hasEOL) line = undefined;
  }
  return lines
    .map((each) => ({ ...each, text: repairArabic(each.text.replace(/\s+/g, " ").trim()) }))
    .filter(({ text }) => text !== "");
}

/** pdf.js turns round the two letters of a joined lam-alef; where the result can't be a word, it is turned back. */
function repairArabic(text: string): string {
  return text.replace(/\u0627([\u0622\u0623\u0625])\u0644/g, "\u0627\u0644$1");
}

/** Gives the text of pages as sections: larger letters are headings, lines close to each other a paragraph. */
export function joinPages(pages: readonly PdfLine[][]): Section[] {
  const repeated = findRepeated(pages);
  const body = findBodySize(pages.flat());
  const sections: Section[] = [];
  const above: { size: number; text: string }[] = [];
  pages.forEach((lines, index) => {
    let paragraphs: string[] = [];
    let previous: PdfLine | undefined;
    const close = () => {
      const text = paragraphs.join("\n\n").trim();
      const headings = above.map((heading) => heading.text);
      if (text) sections.push({ headings, text, position: { page: index + 1 } });
      paragraphs = [];
    };
    for (const line of lines) {
      if (repeated.has(line)) continue;
      if (isHeading(line, body)) {
        const last = above.at(-1);
        const goesOn = last && paragraphs.length === 0 && previous && isHeading(previous, body) && last.size === line.size;
        if (goesOn && last.text.length < longestHeading) last.text = joinText(last.text, line.text);
        else {
          close();
          while ((above.at(-1)?.size ?? Infinity) <= line.size) above.pop();
          above.push({ size: line.size, text: line.text });
        }
      } else if (previous && paragraphs.length > 0 && belongsTo(previous, line)) {
        paragraphs.push(joinText(paragraphs.pop() ?? "", line.text));
      } else paragraphs.push(line.text);
      previous = line;
    }
    close();
  });
  return sections.length > 0 ? sections : writeHeadingsOnly(pages);
}

/** A page of large letters only (a poster, a slide) has no body; all of it is text then. */
function writeHeadingsOnly(pages: readonly PdfLine[][]): Section[] {
  return pages.flatMap((lines, index) => {
    const text = lines.map((line) => line.text).join("\n");
    return text ? [{ headings: [], text, position: { page: index + 1 } }] : [];
  });
}

const longestHeading = 200;

/** The size that most letters have. */
function findBodySize(lines: readonly PdfLine[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length);
  return [...letters].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

function isHeading({ size, text }: PdfLine, body: number): boolean {
  return size > body * 1.12 && text.length <= longestHeading && /\p{L}{2}/u.test(text);
}

function belongsTo(previous: PdfLine, line: PdfLine): boolean {
  const gap = previous.y - line.y;
  const isNextColumn = gap < -line.size;
  if (isNextColumn) return !/[.!?:。！？]["'”’)]?$/.test(previous.text);
  if (/^(?:[•▪●◦‣*–-]|\d{1,2}[.)])\s/.test(line.text)) return false;
  return gap <= Math.max(previous.size, line.size) * 1.75 && Math.abs(previous.size - line.size) <= line.size * 0.15;
}

/** Joins two lines: a word parted by a hyphen becomes whole, scripts without spaces get none. */
function joinText(before: string, after: string): string {
  if (/\p{Ll}[-‐\u00ad]$/u.test(before) && /^\p{Ll}/u.test(after)) return before.slice(0, -1) + after;
  const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}、。，]$/u.test(before);
  return `${before}${isUnspaced ? "" : " "}${after}`;
}
