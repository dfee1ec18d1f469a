import { useMemo } from "react";
import type { ReactNode } from "react";
import { partWords } from "../words/parts.ts";
import type { Citation } from "./citation.ts";
import { CitationMark } from "./CitationMark.tsx";
import { CopyButton } from "./CopyButton.tsx";
import { Markdown } from "./markdown/Markdown.tsx";
import type { MarkdownSlots } from "./markdown/slots.ts";

export interface AnswerTextProps {
  text: string;
  citations: readonly Citation[];
  isStreaming?: boolean;
  onOpenCitation?(citation: Citation): void;
  allowImage?(address: string): boolean;
}

/**
 * An answer's Markdown with its citations as small links and a copy button on code. Hand over the same `citations`
 * array and functions from draw to draw, or every block is drawn again.
 */
export function AnswerText(props: AnswerTextProps): ReactNode {
  const { text, citations, isStreaming, onOpenCitation, allowImage } = props;
  const slots = useMemo(
    () => makeAnswerSlots({ citations, onOpenCitation, allowImage }),
    [citations, onOpenCitation, allowImage],
  );
  return <Markdown text={text} isStreaming={isStreaming} slots={slots} />;
}

/** Gives what an answer's Markdown is drawn with, for those who draw more into it. */
export function makeAnswerSlots({
  citations,
  onOpenCitation,
  allowImage,
}: Omit<AnswerTextProps, "text">): MarkdownSlots {
  const byNumber = new Map(citations.map((citation) => [citation.number, citation]));
  return {
    hasCitation: (number) => byNumber.has(number),
    renderCitation: (number) => {
      const citation = byNumber.get(number);
      return citation && <CitationMark citation={citation} onOpen={onOpenCitation} />;
    },
    renderCodeAction: (code) => <CopyButton text={code} />,
    allowImage,
    words: { done: partWords.taskDone, open: partWords.taskOpen, table: partWords.table },
  };
}
