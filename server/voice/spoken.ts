import { withoutCitations } from "../../shared/domain/citations.ts";
import { toPlainText } from "../answering/plainText.ts";

/** Gives a sentence of an answer as it is said: no marks, links by their words or their host, dates as people say them. */
export function toSpoken(markdown: string, language: string): string {
  const text = withoutCitations(markdown)
    // Nobody listens to code; it stands in the chat.
    .replace(/(```|~~~)[\s\S]*?(\1|$)/g, " ")
    .replace(/^\s*\|?[\s:|-]+\|?\s*$/gm, " ")
    .replace(/^\s*\|(.*?)\|?\s*$/gm, (_, cells: string) =>
      cells
        .split("|")
        .map((cell) => cell.trim())
        .filter(Boolean)
        .join(", "),
    )
    .replace(/^\s*[-*+]\s+(?:\[[ x]\]\s*)?/gm, "");
  return (
    toPlainText(text)
      // Half of a pair of marks, where a sentence ended inside it.
      .replace(/\*\*(?=\S)|(?<=\S)\*\*/g, "")
      .replace(/\s+›\s+/g, ", ")
      .replace(/<?\bhttps?:\/\/(?:www\.)?([^\s/<>]+)[^\s<>]*?>?(?=[.,;:!?)]*(?:\s|$))/g, "$1")
      .replace(/\b\d{4}-\d{2}-\d{2}\b/g, (said) => sayDate(said, language))
      .replace(/(\d)\s?[–-]\s?(?=\d+\b)(?!\d+-)/g, "$1 – ")
      .replace(/\s+/g, " ")
      .trim()
  );
}

function sayDate(said: string, language: string): string {
  const [year = 0, month = 0, day = 0] = said.split("-").map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCDate() !== day) return said;
  return new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" }).format(date);
}

/** Gives how much of a text has been heard, by how much of its spoken form was: up to the end of a word. */
export function findHeard(text: string, spoken: string, characters: number): number {
  if (characters >= spoken.length) return text.length;
  const heard = countWords(spoken.slice(0, characters).replace(/\S+$/, ""));
  if (heard === 0) return 0;
  const wanted = Math.round((heard / countWords(spoken)) * countWords(text));
  let end = 0;
  for (const [index, { 0: word, index: at }] of [...text.matchAll(/\S+/g)].entries()) {
    if (index >= wanted) break;
    end = at + word.length;
  }
  return end;
}

function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
