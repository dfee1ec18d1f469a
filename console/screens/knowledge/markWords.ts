import { lineDiff } from "../../../shared/domain/versions/lineDiff.ts";

/** A stretch of a text; its own where the other text does not have it in this place. */
export interface MarkedStretch {
  text: string;
  isOwn: boolean;
}

/** Gives two texts in stretches, each with what only it has. Together the stretches of a text are the text. */
export function markWords(one: string, other: string): [MarkedStretch[], MarkedStretch[]] {
  const marked: [MarkedStretch[], MarkedStretch[]] = [[], []];
  const words = [splitWords(one), splitWords(other)] as const;
  const next = [0, 0];
  const take = (side: 0 | 1, isOwn: boolean) => {
    const text = words[side][next[side] ?? 0] ?? "";
    next[side] = (next[side] ?? 0) + 1;
    const last = marked[side].at(-1);
    if (last?.isOwn === isOwn) last.text += text;
    else marked[side].push({ text, isOwn });
  };
  for (const { kind } of lineDiff(nameWords(words[0]), nameWords(words[1]))) {
    if (kind !== "added") take(0, kind === "removed");
    if (kind !== "removed") take(1, kind === "added");
  }
  return marked;
}

/** Words, each with the spaces before it, so that a comparison by lines is one by words. */
function splitWords(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [text];
}

function nameWords(words: readonly string[]): string {
  return words.map((word) => word.trim()).join("\n");
}
