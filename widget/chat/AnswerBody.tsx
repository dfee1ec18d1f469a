import { useMemo } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Message } from "../../shared/contract/conversations/conversations.ts";
import { CopyButton } from "../../shared/ui/CopyButton.tsx";
import { Markdown } from "../../shared/ui/markdown/Markdown.tsx";
import type { MarkdownSlots } from "../../shared/ui/markdown/slots.ts";
import { partWords } from "../../shared/words/parts.ts";
import { allowsImage } from "./allowsImage.ts";
import { CitationButton } from "./CitationButton.tsx";
import { citationStyle } from "./citationStyle.ts";
import { useConfiguration } from "./configuration.ts";

/** An answer's text with its sources as numbers that open the passage. Images come from the hosts that the owner allows; elsewhere their link stands. */
export function AnswerBody({ message }: { message: Snapshot<Message> }): ReactNode {
  const { citations, content, status } = message;
  const isStreaming = status === "streaming";
  const configuration = useConfiguration();
  const imageHosts = configuration?.settings.imageHosts;
  const slots = useMemo((): MarkdownSlots => {
    const byNumber = new Map(citations.map((citation) => [citation.number, citation]));
    return {
      // Its passages come with the end of an answer: until then its numbers stand as they will, and open nothing.
      hasCitation: (number) => isStreaming || byNumber.has(number),
      renderCitation: (number) => {
        const citation = byNumber.get(number);
        return citation ? (
          <CitationButton citation={citation} />
        ) : (
          <span className={citationStyle}>{number}</span>
        );
      },
      renderCodeAction: (code) => <CopyButton text={code} />,
      allowImage: (address) => allowsImage(address, imageHosts ?? []),
      words: { done: partWords.taskDone, open: partWords.taskOpen, table: partWords.table },
    };
  }, [citations, imageHosts, isStreaming]);
  return <Markdown text={content} isStreaming={isStreaming} slots={slots} />;
}
