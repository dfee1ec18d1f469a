import { useMemo } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Message } from "../../shared/contract/conversations.ts";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";
import { Markdown } from "../../shared/ui/markdown/Markdown.tsx";
import type { MarkdownSlots } from "../../shared/ui/markdown/slots.ts";
import { partWords } from "../../shared/words/parts.ts";
import { CitationButton } from "./CitationButton.tsx";

/** An answer's text with its sources as numbers that open the passage. Images are never loaded: a link stands there. */
export function AnswerBody({ message }: { message: Snapshot<Message> }): ReactNode {
  const { citations, content, status } = message;
  const slots = useMemo((): MarkdownSlots => {
    const byNumber = new Map(citations.map((citation) => [citation.number, citation]));
    return {
      hasCitation: (number) => byNumber.has(number),
      renderCitation: (number) => {
        const citation = byNumber.get(number);
        return citation && <CitationButton citation={citation} />;
      },
      renderCodeAction: (code) => <CopyButton text={code} />,
      words: { done: partWords.taskDone, open: partWords.taskOpen, table: partWords.table },
    };
  }, [citations]);
  return <Markdown text={content} isStreaming={status === "streaming"} slots={slots} />;
}
