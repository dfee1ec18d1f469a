import { toPlainText } from "../../answering/plainText.ts";
import { foldCase, foldText } from "../../knowledge/retrieval/terms/foldText.ts";

const before = 50;
const longest = 180;

/** Gives the part of a text in which the first of the words searched for stands. */
export function excerptOf(content: string, search: string): string {
  const text = toPlainText(content).replace(/\s+/g, " ").trim();
  const words = search.split(/\s+/).filter(Boolean).map(fold);
  const folded = fold(text);
  const places = words.map((word) => folded.indexOf(word)).filter((at) => at >= 0);
  const at = Math.max(0, Math.min(...places, text.length) === text.length ? 0 : Math.min(...places) - before);
  const start = at === 0 ? 0 : Math.max(0, text.indexOf(" ", at) + 1 || at);
  const part = text.slice(start, start + longest).toWellFormed();
  return `${start > 0 ? "…" : ""}${part}${start + longest < text.length ? "…" : ""}`;
}

function fold(text: string): string {
  return foldCase(foldText(text));
}
