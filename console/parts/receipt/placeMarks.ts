import { firstMark, lastMark, replaceMarks, writeCitation } from "../../../shared/domain/citations.ts";
import type { Snapshot } from "valtio";
import type { UnsupportedSentence } from "../../../shared/contract/conversations/answers/receipts.ts";
import type { Block } from "../../../shared/ui/markdown/block.ts";
import type { Inline } from "../../../shared/ui/markdown/inline.ts";
import { parseBlocks } from "../../../shared/ui/markdown/parseBlocks.ts";

/** An end of a marked sentence: null where it begins, the sentence where it is over. */
export type MarkEnd = Snapshot<UnsupportedSentence> | null;

export interface PlacedMarks {
  /** The text with a number in brackets at both ends of each sentence, which reads like a citation. */
  text: string;
  ends: ReadonlyMap<number, MarkEnd>;
}

const noEnds: PlacedMarks["ends"] = new Map();

/**
 * Places marks around sentences of a Markdown text. A sentence that does not stand where it should, since the text is
 * another one by now, and one whose marks would be drawn as they are get none.
 */
export function placeMarks(text: string, sentences: Snapshot<UnsupportedSentence[]>): PlacedMarks {
  const standing = sentences
    .filter(({ from, to, text: said }) => said !== "" && text.slice(from, to) === said)
    .toSorted((one, other) => one.from - other.from);
  return place(text, standing);
}

/**
 * Without one sentence the text may be read in another way, so that the marks of another are drawn: it is checked
 * again.
 */
function place(text: string, standing: readonly Sentence[]): PlacedMarks {
  const placed = insert(text, standing);
  const raw = listRawTexts(parseBlocks(placed.text).blocks).join("\n");
  const lost = standing.filter((sentence) =>
    placed.numbers.get(sentence)?.some((number) => raw.includes(writeCitation(number))),
  );
  if (lost.length === 0) return placed;
  return place(
    text,
    standing.filter((sentence) => !lost.includes(sentence)),
  );
}

interface Inserted extends PlacedMarks {
  /** The numbers of each sentence's ends. */
  numbers: Map<Sentence, number[]>;
}

type Sentence = Snapshot<UnsupportedSentence>;

function insert(text: string, sentences: readonly Sentence[]): Inserted {
  const numbers: Inserted["numbers"] = new Map();
  if (sentences.length === 0) return { text, ends: noEnds, numbers };
  const ends = new Map<number, MarkEnd>();
  let number = firstMark - 1;
  const writeOf = (sentence: Sentence) => (end: MarkEnd) => {
    do number += 1;
    while (text.includes(writeCitation(number)));
    ends.set(number, end);
    numbers.set(sentence, [...(numbers.get(sentence) ?? []), number]);
    return writeCitation(number);
  };
  let marked = "";
  let at = 0;
  for (const sentence of sentences) {
    if (sentence.from < at || number > lastMark - 20) continue;
    marked += text.slice(at, sentence.from) + surround(sentence, writeOf(sentence));
    at = sentence.to;
  }
  return { text: marked + text.slice(at), ends, numbers };
}

/** A row of a table has its marks inside the cells, as it would be none otherwise. */
function surround(sentence: Sentence, write: (end: MarkEnd) => string): string {
  if (!sentence.text.startsWith("|")) return around(sentence.text, sentence, write);
  return sentence.text
    .split(/((?<!\\)\|)/)
    .map((cell) => (cell === "|" || cell.trim() === "" ? cell : around(cell, sentence, write)))
    .join("");
}

function around(text: string, sentence: Sentence, write: (end: MarkEnd) => string): string {
  const [, before = "", inner = "", after = ""] = /^(\s*\(*)([^]*?)(\s*)$/.exec(text) ?? [];
  // An opening parenthesis right behind a bracket would make a link of both.
  return `${before}${write(null)}${inner}${write(sentence)}${after}`;
}

/** What is drawn as it stands, letter by letter. */
function listRawTexts(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.type === "code") return [block.language, block.text];
    if (block.type === "html") return [block.text];
    return "children" in block ? listRawTexts(block.children) : [];
  });
}

/**
 * Gives a running text's pieces with `mark`s around what is between two ends; the end of a sentence stays as a piece.
 */
export function markPieces(pieces: readonly Inline[], ends: PlacedMarks["ends"]): Inline[] {
  let isInside = false;
  const read = (list: readonly Inline[]): Inline[] => {
    const out: Inline[] = [];
    for (const given of list) {
      const piece = withoutEnds(given, ends);
      const end = typeof piece === "object" && piece.type === "citation" ? ends.get(piece.number) : undefined;
      if (end !== undefined) {
        isInside = end === null;
        out.push(piece);
      } else if (typeof piece === "object" && "children" in piece && (!isInside || holdsEnd(piece, ends))) {
        out.push({ ...piece, children: read(piece.children) });
      } else if (isInside) {
        const last = out.at(-1);
        if (typeof last === "object" && last.type === "mark") last.children.push(piece);
        else out.push({ type: "mark", children: [piece] });
      } else out.push(piece);
    }
    return out;
  };
  return read(pieces);
}

/** An end that got into code, or behind a backslash, is none and is not shown. */
function withoutEnds(piece: Inline, ends: PlacedMarks["ends"]): Inline {
  const clean = (text: string) => replaceMarks(text, (number) => (ends.has(number) ? "" : undefined));
  if (typeof piece === "string") return clean(piece);
  if ("children" in piece) return { ...piece, children: piece.children.map((one) => withoutEnds(one, ends)) };
  return piece.type === "code" ? { ...piece, text: clean(piece.text) } : piece;
}

function holdsEnd(piece: Inline, ends: PlacedMarks["ends"]): boolean {
  if (typeof piece === "string") return false;
  if (piece.type === "citation") return ends.has(piece.number);
  return "children" in piece && piece.children.some((one) => holdsEnd(one, ends));
}
