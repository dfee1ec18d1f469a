import {
  lengthOfLeadingCitations,
  listCitations,
  withoutCitations,
} from "../../../shared/domain/citations.ts";
import { toPlainText } from "../plainText.ts";

/** A sentence of an answer, where it stands, as people read it. */
export interface Claim {
  from: number;
  to: number;
  plain: string;
  /** The numbers in brackets that are in it, or right behind it. */
  cites: number[];
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });
const fence = /^[ \t]{0,3}(?:`{3,}|~{3,})/;
/** Heading marks, quotes, bullets and numbers of a list. */
const opening = /^[ \t]*(?:(?:[-*+•>]|\d{1,3}[.)])[ \t]+|>[ \t]?)*/;
const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|z\.B|d\.h|bzw|ca|approx|incl|excl|inkl|zzgl|vs|no|nr|st|dr|mr|mrs|prof|p\.ex|min|max|tel)\.\s*$/i;

/** Gives the sentences of a Markdown text with their places; headings and code claim nothing. */
export function splitClaims(text: string): Claim[] {
  const claims: Claim[] = [];
  let at = 0;
  let isCode = false;
  for (const line of text.split("\n")) {
    if (fence.test(line)) isCode = !isCode;
    else if (!isCode && !/^\s*(?:#|\|[\s:|-]+\|?$)/.test(line)) claims.push(...splitLine(line, at));
    at += line.length + 1;
  }
  return claims;
}

function splitLine(line: string, lineAt: number): Claim[] {
  const start = opening.exec(line)?.[0].length ?? 0;
  const pieces: { from: number; to: number }[] = [];
  for (const { index, segment } of segmenter.segment(line.slice(start))) {
    const at = start + index;
    const last = pieces.at(-1);
    // The segmenter takes a mark behind the full stop for the next sentence's, and ends one after "e.g." too.
    const marks = last ? lengthOfLeadingCitations(segment) : 0;
    if (last && marks > 0) last.to = at + marks;
    const [from, to] = [at + marks, at + segment.length];
    if (from === to) continue;
    if (last && marks === 0 && abbreviation.test(line.slice(last.from, last.to))) last.to = to;
    else pieces.push({ from, to });
  }
  return pieces.flatMap(({ from, to }) => {
    const raw = line.slice(from, to);
    const trimmed = raw.trim();
    if (trimmed === "") return [];
    const first = lineAt + from + raw.indexOf(trimmed);
    const cites = listCitations(trimmed);
    const plain = toPlainText(withoutCitations(trimmed, " "));
    return [{ from: first, to: first + trimmed.length, plain, cites }];
  });
}
