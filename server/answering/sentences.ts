import { toPlainText } from "./plainText.ts";

/** A piece of a passage that can be quoted by itself. */
export interface Unit {
  kind: "sentence" | "item" | "row" | "code";
  /** As people read it; a row with the names of its columns. */
  text: string;
  /** Units of one paragraph, list, table or block of code have the same block. */
  block: number;
  /** Headings inside the passage that stand above it, innermost last. */
  headings: string[];
  /** Of an item: how far it is indented, and its number where the list has numbers. */
  depth?: number;
  number?: string;
  /** Of a row: its cells, and those of the header. */
  cells?: string[];
  header?: string[];
  /** It is nothing but a link: what it says is on another page. */
  isLink?: boolean;
}

/** Gives a passage's Markdown as sentences, list items, table rows and blocks of code, in their order. */
export function splitUnits(markdown: string): Unit[] {
  const units: Unit[] = [];
  let headings: { level: number; text: string }[] = [];
  let block = 0;
  let paragraph: string[] = [];
  let header: string[] | null = null;
  let fence: string | null = null;
  let code: string[] = [];
  /** The item that indented lines continue. */
  let open: { unit: Unit; indent: number } | null = null;
  let wasEmpty = false;

  const add = (unit: Omit<Unit, "block" | "headings">) => {
    if (unit.text) units.push({ ...unit, block, headings: headings.map((heading) => heading.text) });
  };
  const endParagraph = () => {
    const isLink = linkOnly.test(paragraph.join(" ").trim());
    const text = toPlainText(paragraph.join(" "));
    splitSentences(text).forEach((each) => add({ kind: "sentence", text: each, ...(isLink && { isLink }) }));
    paragraph = [];
  };
  const endBlock = () => {
    endParagraph();
    header = null;
    open = null;
    block += 1;
  };

  /** Authors may number every item 1, and leave the counting to the renderer. */
  const countOn = (number: string, depth: number): string => {
    const before = units.findLast((unit) => unit.block === block && (unit.depth ?? 0) <= depth);
    const isNext = before?.depth === depth && before.number !== undefined;
    return isNext && Number(number) <= Number(before.number) ? String(Number(before.number) + 1) : number;
  };

  for (const line of markdown.split("\n")) {
    const text = line.trim();
    const mark = /^(`{3,}|~{3,})/.exec(text)?.[1];
    if (fence !== null) {
      if (mark?.startsWith(fence) && text === mark) {
        add({ kind: "code", text: code.join("\n").trim() });
        if (!open) block += 1;
        fence = null;
      } else code.push(line);
      continue;
    }
    if (mark !== undefined) {
      endParagraph();
      if (!open || !/^\s/.test(line)) endBlock();
      [fence, code] = [mark, []];
      continue;
    }
    if (text === "") {
      // A list may have empty lines between its items.
      if (open) endParagraph();
      else endBlock();
      wasEmpty = true;
      continue;
    }
    const heading = /^(#{1,6})\s+(.+?)\s*#*$/.exec(text);
    const item = /^(?:[-*+•]|(\d{1,3})[.)])\s+(.+)$/.exec(text);
    const indent = line.length - line.trimStart().length;
    if (leftover.test(text)) endBlock();
    else if (heading) {
      endBlock();
      const level = heading[1]?.length ?? 1;
      headings = [
        ...headings.filter((above) => above.level < level),
        { level, text: toPlainText(heading[2] ?? "") },
      ];
    } else if (text.startsWith("|")) {
      endParagraph();
      if (open) endBlock();
      const cells = splitCells(text);
      if (!header) header = cells;
      else if (!cells.every((cell) => /^:?-*:?$/.test(cell)))
        add({ kind: "row", text: writeRow(header, cells), cells, header });
    } else if (item) {
      endParagraph();
      const raw = item[2] ?? "";
      const said = toPlainText(raw);
      if (said !== "") {
        const depth = Math.min(2, Math.floor(indent / 2));
        const number = item[1] && countOn(item[1], depth);
        const isLink = linkOnly.test(raw.trim());
        add({ kind: "item", text: said, depth, ...(number && { number }), ...(isLink && { isLink }) });
        const last = units.at(-1);
        open = last ? { unit: last, indent } : null;
      }
    } else if (open && (indent > open.indent || !wasEmpty)) {
      const more = toPlainText(text.replace(/^(?:>\s?)+/, "").replace(alert, ""));
      if (more) open.unit.text = `${open.unit.text} ${more}`;
    } else {
      if (open) endBlock();
      const quoted = text.replace(/^(?:>\s?)+/, "").replace(alert, "");
      if (quoted !== "") paragraph.push(quoted);
    }
    wasEmpty = false;
  }
  if (fence !== null) add({ kind: "code", text: code.join("\n").trim() });
  endBlock();
  return units;
}

const linkOnly = /^!?\[(?:[^\][]|\[[^\]]*\])*\]\([^)]*\)[.:]?$/;
/** "[!NOTE]", as some sites begin a box. */
const alert = /^\[!\s?[A-Za-z]+\]\s*/;
/** Lines of a site's own markup: rules, boxes, includes. */
const leftover = /^(?:([-*_])(?:\s*\1){2,}|:{3,}.*|\{[%{].*[%}]\}|<!--.*-->)$/;

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = sentences.at(-1);
    // The segmenter ends a sentence after "e.g.", "approx." and "on the 3." too.
    if (last && (abbreviation.test(last) || ordinal.test(last) || last.length < 4))
      sentences[sentences.length - 1] = `${last} ${segment.trim()}`;
    else sentences.push(segment.trim());
  }
  return sentences.filter(Boolean);
}

const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|z\.B|d\.h|u\.a|bzw|ca|approx|etc|incl|excl|inkl|zzgl|vs|no|nr|art|abs|st|dr|mr|mrs|prof|p\.ex|min|max|tel)\.$/i;
const ordinal = /(?:^|\s)\d{1,2}\.$/;

function splitCells(line: string): string[] {
  return line
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map(toPlainText);
}

function writeRow(header: string[], cells: string[]): string {
  return cells
    .flatMap((cell, index) => (cell === "" ? [] : [header[index] ? `${header[index]}: ${cell}` : cell]))
    .join("; ");
}
