import { toPlainText } from "./plainText.ts";

/** A piece of a passage that can be quoted by itself. */
export interface Unit {
  kind: "sentence" | "item" | "row";
  /** As people read it. */
  text: string;
  /** Units of one paragraph, list or table have the same block. */
  block: number;
  /** Headings inside the passage that stand above it, innermost last. */
  headings: string[];
}

/** Gives a passage's Markdown as sentences, list items and table rows, in their order. */
export function splitUnits(markdown: string): Unit[] {
  const units: Unit[] = [];
  let headings: { level: number; text: string }[] = [];
  let block = 0;
  let paragraph: string[] = [];
  let header: string[] | null = null;

  const add = (kind: Unit["kind"], text: string) => {
    if (text) units.push({ kind, text, block, headings: headings.map((heading) => heading.text) });
  };
  const endParagraph = () => {
    if (paragraph.length > 0)
      splitSentences(toPlainText(paragraph.join(" "))).forEach((text) => add("sentence", text));
    paragraph = [];
  };
  const endBlock = () => {
    endParagraph();
    header = null;
    block += 1;
  };

  for (const line of markdown.split("\n")) {
    const text = line.trim();
    const heading = /^(#{1,6})\s+(.+?)\s*#*$/.exec(text);
    const item = /^(?:[-*+•]|\d{1,3}[.)])\s+(.+)$/.exec(text);
    if (text === "" || /^([-*_])(\s*\1){2,}$/.test(text)) endBlock();
    else if (heading) {
      endBlock();
      const level = heading[1]?.length ?? 1;
      headings = [
        ...headings.filter((above) => above.level < level),
        { level, text: toPlainText(heading[2] ?? "") },
      ];
    } else if (text.startsWith("|")) {
      endParagraph();
      const cells = splitCells(text);
      if (!header) header = cells;
      else if (!cells.every((cell) => /^:?-*:?$/.test(cell))) add("row", writeRow(header, cells));
    } else if (item) {
      endParagraph();
      add("item", toPlainText(item[1] ?? ""));
    } else paragraph.push(text.replace(/^>\s?/, ""));
  }
  endBlock();
  return units;
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = sentences.at(-1);
    // The segmenter ends a sentence after "e.g." and "approx." too.
    if (last && (abbreviation.test(last) || last.length < 4))
      sentences[sentences.length - 1] = `${last} ${segment.trim()}`;
    else sentences.push(segment.trim());
  }
  return sentences.filter(Boolean);
}

const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|z\.B|d\.h|bzw|ca|approx|etc|incl|excl|inkl|zzgl|vs|no|nr|st|dr|mr|mrs|prof|p\.ex|min|max|tel)\.$/i;

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
