import { createHash } from "node:crypto";
import type { ParsedDocument, Position, Section } from "../parsing/ParsedDocument.ts";
import { readPieces } from "./readPieces.ts";
import type { Piece } from "./piece.ts";

/** A stretch of a document that is found, quoted and cited as one. */
export interface Passage {
  text: string;
  /** The headings above it, the outermost first; they are not repeated in the text. */
  headings: string[];
  position: Position;
  /** The name of its place in the page, for a link that jumps there. */
  anchor?: string;
  /** The same for the same text, wherever it stands. */
  hash: string;
}

export interface SplitOptions {
  /** What a passage aims at; a little more is better than a sentence cut off. */
  targetCharacters?: number;
}

/**
 * Cuts a document into passages of about a paragraph or two, never across headings: between paragraphs,
 * items, rows and lines of code, else between sentences, else between words. Rows keep the header of
 * their table, code keeps its fence. The same document gives the same passages.
 */
export function splitIntoPassages(
  document: Pick<ParsedDocument, "sections">,
  { targetCharacters = 900 }: SplitOptions = {},
): Passage[] {
  return document.sections.flatMap((section) => splitSection(section, targetCharacters));
}

/** The same for the same words, however they are spaced. */
export function hashText(text: string): string {
  return createHash("sha256").update(text.replace(/\s+/g, " ")).digest("hex").slice(0, 32);
}

function splitSection(section: Section, target: number): Passage[] {
  const groups = packPieces(readPieces(section.text, { target }), target);
  return groups.map((pieces) => {
    const text = writePieces(pieces);
    return {
      text,
      headings: section.headings,
      position: findPosition(section.position, pieces[0]),
      ...(section.anchor && { anchor: section.anchor }),
      hash: hashText(text),
    };
  });
}

/** A last group much smaller than the others says too little alone, and joins the one before it. */
function packPieces(pieces: readonly Piece[], target: number): Piece[][] {
  const groups: Piece[][] = [];
  let length = 0;
  for (const piece of pieces) {
    const group = groups.at(-1);
    const added = writeAfter(group?.at(-1), piece).length;
    if (group && length + added + countClose(piece) <= target) {
      group.push(piece);
      length += added;
    } else {
      groups.push([piece]);
      length = writeAfter(undefined, piece).length;
    }
  }
  const [before, last] = groups.slice(-2);
  if (before && last && countText(last) < target / 4) {
    const joined = [...before, ...last];
    if (writePieces(joined).length < target * 1.3) groups.splice(-2, 2, joined);
  }
  return groups;
}

function countText(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}

function countClose(piece: Piece): number {
  return piece.frame?.close.length ?? 0;
}

function writePieces(pieces: readonly Piece[]): string {
  const written = pieces.map((piece, index) => writeAfter(pieces[index - 1], piece));
  return written.join("") + (pieces.at(-1)?.frame?.close ?? "");
}

/** Writes a piece with what parts it from the one before it: their frame stays open where they share it. */
function writeAfter(before: Piece | undefined, piece: Piece): string {
  if (before?.frame && before.frame === piece.frame) return `${piece.join}${piece.text}`;
  const parted = before
    ? `${before.frame?.close ?? ""}${before.frame || piece.frame ? "\n\n" : piece.join}`
    : "";
  return `${parted}${piece.frame?.open ?? ""}${piece.text}`;
}

function findPosition(start: Position, first: Piece | undefined): Position {
  if (start.row !== undefined) return { ...start, row: start.row + (first?.row ?? 0) };
  return start.line !== undefined ? { ...start, line: start.line + (first?.line ?? 0) } : start;
}
