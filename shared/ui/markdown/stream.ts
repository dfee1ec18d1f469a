import type { Block, References, Target } from "./block.ts";
import { parseBlocks } from "./parseBlocks.ts";
import type { ParsedText } from "./parseBlocks.ts";

/** A text as far as it has come: its finished blocks are the same objects from one step to the next. */
export interface Stream {
  readonly blocks: readonly Block[];
  readonly references: References;
  /** The text up to here can no longer change its meaning; this many blocks come from it. */
  readonly finishedText: string;
  readonly finishedBlocks: number;
  /** References of the finished text. */
  readonly finishedReferences: References;
}

export const emptyStream: Stream = {
  blocks: [],
  references: new Map(),
  finishedText: "",
  finishedBlocks: 0,
  finishedReferences: new Map(),
};

/**
 * Gives the blocks of a text that mostly has grown since the last step: finished blocks are taken over, only the end is
 * read again. Another text starts over. While it grows, a last line that could still become something else (`-`, `1.`,
 * the head of a table) is held back, so nothing is drawn that would be drawn differently next.
 */
export function advance(before: Stream, text: string, isGrowing: boolean): Stream {
  const from = text.startsWith(before.finishedText) ? before : emptyStream;
  const end = text.slice(from.finishedText.length);
  const parsed = parseBlocks(isGrowing ? holdBack(end) : end);
  const old = from.blocks.slice(0, from.finishedBlocks);
  const done = countFinished(parsed, end);
  const newText = end.slice(0, done > 0 ? parsed.starts[done] : 0);
  const newReferences = done > 0 ? parseBlocks(newText).references : undefined;
  return {
    blocks: [...old, ...parsed.blocks],
    references: keepSame(before.references, merge(from.finishedReferences, parsed.references)),
    finishedText: from.finishedText + newText,
    finishedBlocks: old.length + done,
    finishedReferences: merge(from.finishedReferences, newReferences),
  };
}

/**
 * A block is finished when another one has begun on a line that has its end. A paragraph before a table is finished with
 * it: the head may be the paragraph's last line, and read alone it may be something else.
 */
function countFinished({ blocks, starts }: Pick<ParsedText, "blocks" | "starts">, text: string): number {
  const done = starts.filter((start) => start <= text.lastIndexOf("\n")).length - 1;
  const isAtHead = blocks[done]?.type === "table" && blocks[done - 1]?.type === "paragraph";
  return Math.max(0, isAtHead ? done - 1 : done);
}

/** What may only begin a block: marks, a number, a fence without its end of line, an empty task box. */
const undecided =
  /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])\s+)*(?:[-=*+_#~`|:\s]*|\d{1,9}[.)]?|`{3,}[^`]*|~{3,}.*|\[[ xX]?\]?\s*)$/;

function holdBack(text: string): string {
  const lineAt = text.lastIndexOf("\n") + 1;
  const line = text.slice(lineAt);
  const isRow = line.startsWith("|");
  const previous = text.slice(text.lastIndexOf("\n", lineAt - 2) + 1, lineAt);
  const isHalf = isRow || (line.length < 300 && undecided.test(line));
  const headAt = lineAt - previous.length;
  const isFirstRow = !text.slice(text.lastIndexOf("\n", headAt - 2) + 1, headAt).startsWith("|");
  if (isHalf && previous.startsWith("|") && isFirstRow) return text.slice(0, headAt);
  const isHead = isRow && !previous.startsWith("|");
  return isHead || (isHalf && !isRow) ? text.slice(0, lineAt) : text;
}

function merge(first: References, second: References | undefined): References {
  return second && second.size > 0 ? new Map<string, Target>([...second, ...first]) : first;
}

/** The old map where the new one says the same, so that what was drawn with it needn't be drawn again. */
function keepSame(before: References, after: References): References {
  const isSame =
    before.size === after.size &&
    [...after].every(([label, { href, title }]) => {
      const old = before.get(label);
      return old?.href === href && old.title === title;
    });
  return isSame ? before : after;
}
