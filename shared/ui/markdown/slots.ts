import type { ReactNode } from "react";
import type { Inline } from "./inline.ts";

/**
 * What the place that shows Markdown decides. A new object draws all blocks again: make it once (a constant or
 * useMemo), not with each render.
 */
export interface MarkdownSlots {
  /** Whether `[3]` is a citation here; without it none is. */
  hasCitation?(number: number): boolean;
  /** Draws a citation that exists. */
  renderCitation?(number: number): ReactNode;
  /** Gives what is drawn in place of a running text's pieces, such as some of them marked; without it they stay. */
  arrange?(pieces: Inline[]): Inline[];
  /** Draws something in the corner of a code block, such as a copy button. */
  renderCodeAction?(code: string): ReactNode;
  /**
   * Where an address leads that is no link by itself, such as a relative one; undefined leaves it text. What comes out is
   * checked like any other address. Without it all of them are text.
   */
  resolveLink?(address: string): string | undefined;
  /** Whether an image may be loaded from this address; without it none is, and its link is shown instead. */
  allowImage?(address: string): boolean;
  /** The names that a screen reader says for the boxes of task lists and for a table that scrolls. */
  words?: { done: string; open: string; table: string };
}
