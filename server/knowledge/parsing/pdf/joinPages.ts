import type { Section } from "../ParsedDocument.ts";
import { findRepeated } from "./findRepeated.ts";
import type { PdfLine } from "./joinLines.ts";

/** Gives the text of pages as sections: larger letters are headings, lines close to each other a paragraph. */
export function joinPages(pages: readonly PdfLine[][]): Section[] {
  const repeated = findRepeated(pages);
  const body = findBodySize(pages.flat());
  const above: PdfLine[] = [];
  const sections = pages.flatMap((lines, index) => {
    const kept = lines.filter((line) => !repeated.has(line));
    return joinPage(kept, { body, above }).map((section) => ({ ...section, position: { page: index + 1 } }));
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

/** The headings `above` continue from page to page: it is changed to those that the next page begins under. */
function joinPage(
  lines: readonly PdfLine[],
  { body, above }: { body: number; above: PdfLine[] },
): Omit<Section, "position">[] {
  const sections: Omit<Section, "position">[] = [];
  const fullWidth = findFullWidth(lines, body);
  let text = "";
  let previous: PdfLine | undefined;
  const close = () => {
    if (text) sections.push({ headings: above.map((heading) => heading.text), text });
    text = "";
  };
  for (const line of lines) {
    const last = above.at(-1);
    if (!isHeading(line, body)) text = joinText(text, { line, previous, fullWidth });
    else if (last && !text && previous && last.text.endsWith(previous.text) && goesOn(previous, line)) {
      above[above.length - 1] = { ...last, text: `${last.text} ${line.text}` };
    } else {
      close();
      while ((above.at(-1)?.size ?? Infinity) <= line.size) above.pop();
      above.push(line);
    }
    previous = line;
  }
  close();
  return sections;
}

const longestHeading = 200;

/** The size that most letters have, of those whose size is known. */
function findBodySize(lines: readonly PdfLine[]): number {
  const letters = new Map<number, number>();
  for (const { size, text } of lines) if (size > 0) letters.set(size, (letters.get(size) ?? 0) + text.length);
  return [...letters].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 0;
}

/** The width of a full line of a column: most of the text is in lines at least so wide. */
function findFullWidth(lines: readonly PdfLine[], body: number): number {
  const widths = lines.filter(({ size }) => size <= body * 1.12).map(({ width }) => width);
  widths.sort((one, other) => other - one);
  return widths[Math.floor(widths.length / 4)] ?? 0;
}

function isHeading({ size, text }: PdfLine, body: number): boolean {
  return size > body * 1.12 && text.length <= longestHeading && /\p{L}{2}/u.test(text);
}

/** A heading over two lines is one heading. */
function goesOn(previous: PdfLine, line: PdfLine): boolean {
  return (
    Math.abs(previous.size - line.size) < 1 && previous.y - line.y <= line.size * 1.75 && previous.y >= line.y
  );
}

function joinText(
  text: string,
  { line, previous, fullWidth }: { line: PdfLine; previous: PdfLine | undefined; fullWidth: number },
): string {
  if (!text || !previous) return line.text;
  const isNextColumn = previous.y - line.y < -line.size;
  const endsSentence = /[.!?:。！？]["'”’)]?$/.test(previous.text);
  if (isNextColumn ? endsSentence : isApart(previous, line)) return `${text}\n\n${line.text}`;
  const isShort = previous.width < fullWidth * 0.6 && !isNextColumn;
  if (isShort || previous.hasCells || line.hasCells || startsItem(line)) return `${text}\n${line.text}`;
  // A word parted by a hyphen becomes whole, scripts without spaces get none.
  if (/\p{Ll}[-‐\u00ad]$/u.test(text) && /^\p{Ll}/u.test(line.text)) return text.slice(0, -1) + line.text;
  return `${text}${endsUnspaced.test(text) ? "" : " "}${line.text}`;
}

const endsUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}、。，]$/u;

function isApart(previous: PdfLine, line: PdfLine): boolean {
  const isFar = previous.y - line.y > Math.max(previous.size, line.size) * 1.75;
  return isFar || Math.abs(previous.size - line.size) > line.size * 0.15;
}

function startsItem({ text }: PdfLine): boolean {
  return /^(?:[•▪●◦‣*–-]|\(?\d{1,2}[.)])\s/.test(text);
}
