import { useRef } from "react";
import type { ReactNode } from "react";
import { Blocks } from "./BlockView.tsx";
import { markdownStyle } from "./markdownStyle.ts";
import type { MarkdownSlots } from "./slots.ts";
import { advance, emptyStream } from "./stream.ts";

export interface MarkdownProps {
  text: string;
  /** More text will come: what is half written at the end is shown as what it will most likely be. */
  isStreaming?: boolean;
  slots?: MarkdownSlots;
}

const noSlots: MarkdownSlots = {};

/**
 * Draws Markdown as elements, never through HTML text: CommonMark with tables, strikethrough (`~~`), task lists and
 * bare links of GFM. HTML in it is shown as text. Give it the whole text each time; finished blocks stay as they are.
 */
export function Markdown({ text, isStreaming = false, slots = noSlots }: MarkdownProps): ReactNode {
  // A cache: the same text gives the same blocks, so drawing twice or never finishing a drawing does no harm.
  const stream = useRef(emptyStream);
  stream.current = advance(stream.current, text, isStreaming);
  const { blocks, references } = stream.current;
  return (
    <div className={markdownStyle}>
      <Blocks blocks={blocks} references={references} slots={slots} isOpen={isStreaming} />
    </div>
  );
}
