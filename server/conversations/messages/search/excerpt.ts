import { toPlainText } from "../../../answering/plainText.ts";
import { foldCase, foldText } from "../../../knowledge/retrieval/terms/foldText.ts";
import { termsOf } from "./terms.ts";

/** A part of a text; places count UTF-16 units. */
export interface Mark {
  from: number;
  to: number;
}

const before = 50;
const longestWayToStart = 120;
const longest = 180;

/** Gives the sentence of a text in which the first of the words searched for stands, and where in it such words are. */
export function excerptOf(content: string, search: string): { text: string; marks: Mark[] } {
  const text = toPlainText(content);
  const found = findWords(text, termsOf(search));
  const start = besideCharacter(text, startOf(text, found[0]?.from ?? 0));
  const end = besideCharacter(text, start + longest);
  const part = text.slice(start, end).toWellFormed();
  const shown = `${start > 0 ? "…" : ""}${part}${end < text.length ? "…" : ""}`;
  const shift = start > 0 ? 1 - start : 0;
  const marks = found
    .filter(({ to }) => to <= end)
    .map(({ from, to }) => ({ from: from + shift, to: to + shift }));
  return { text: shown, marks };
}

/** A place in a text, or the one before it where that lies in the middle of a character. */
function besideCharacter(text: string, at: number): number {
  const code = at > 0 ? (text.codePointAt(at - 1) ?? 0) : 0;
  return code > 0xffff ? at - 1 : at;
}

/** The beginning of the sentence where it is near, else of a word. */
function startOf(text: string, at: number): number {
  const earliest = Math.max(0, at - longestWayToStart);
  const ends = [...text.slice(earliest, at).matchAll(/[.!?…]\s+|[。！？]\s*/g)];
  const end = ends.at(-1);
  if (end) return earliest + end.index + end[0].length;
  if (at <= before) return 0;
  const near = at - before;
  const space = text.indexOf(" ", near) + 1;
  return space > 0 && space <= at ? space : near;
}

/** Where the words of a text stand that have one of these terms, the last one also as the beginning of a word. */
function findWords(text: string, terms: readonly string[]): Mark[] {
  if (terms.length === 0) return [];
  const marks = [...text.matchAll(chunks)].flatMap(({ 0: chunk, index: at }) => {
    if (unspaced.test(chunk)) return findPieces(chunk, terms).map((mark) => moveBy(mark, at));
    const parts = [...chunk.matchAll(words)].filter(([word]) => hasTerm(word, terms));
    const inParts = parts.map((part) => ({ from: at + part.index, to: at + part.index + part[0].length }));
    // "Wi-Fi" is also "wifi", which is neither of its parts.
    return inParts.length > 0 || !hasTerm(chunk, terms) ? inParts : [{ from: at, to: at + chunk.length }];
  });
  return join(marks, text);
}

/** Letters and digits, held together by one sign between them. */
const chunks = /[\p{L}\p{N}\p{M}]+(?:[-'’._/&+:‐‑@,][\p{L}\p{N}\p{M}]+)*/gu;
const words = /[\p{L}\p{N}\p{M}]+/gu;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Hangul}]/u;

function hasTerm(word: string, terms: readonly string[]): boolean {
  const last = terms.at(-1) ?? "";
  return termsOf(word).some((term) => terms.includes(term) || term.startsWith(last));
}

/** In scripts without spaces the terms themselves are looked for. */
function findPieces(chunk: string, terms: readonly string[]): Mark[] {
  const folded = foldCase(foldText(chunk));
  if (folded.length !== chunk.length) return [{ from: 0, to: chunk.length }];
  return terms.flatMap((term) => {
    const places: Mark[] = [];
    for (let at = folded.indexOf(term); at >= 0; at = folded.indexOf(term, at + term.length)) {
      places.push({ from: at, to: at + term.length });
    }
    return places;
  });
}

function moveBy({ from, to }: Mark, by: number): Mark {
  return { from: from + by, to: to + by };
}

/** In order, those that overlap or have no space between them as one. */
function join(marks: readonly Mark[], text: string): Mark[] {
  const joined: Mark[] = [];
  for (const mark of marks.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1);
    const isNext =
      last && (mark.from <= last.to || /^[^\s\p{L}\p{N}]$/u.test(text.slice(last.to, mark.from)));
    if (last && isNext) last.to = Math.max(last.to, mark.to);
    else joined.push({ ...mark });
  }
  return joined;
}
