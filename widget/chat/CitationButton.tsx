import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Citation } from "../../shared/contract/conversations/conversations.ts";
import { fill } from "../../shared/words/language.ts";
import { partWords } from "../../shared/words/parts.ts";
import { useActions } from "./actions.ts";
import { citationStyle } from "./citationStyle.ts";
import { createLater } from "./later.ts";

/** It comes with the first citation, before somebody asks for it. */
const card = createLater(() => import("./SourceCard.tsx").then(({ SourceCard }) => SourceCard));

/** The number in the text; it opens the passage that the sentence stands on. */
export function CitationButton({ citation }: { citation: Snapshot<Citation> }): ReactNode {
  const { number, title } = citation;
  const actions = useActions();
  const [isOpen, setIsOpen] = useState(false);
  const Card = card.usePart();
  return (
    <>
      <button
        type="button"
        className={citationStyle}
        aria-label={fill(partWords.source, { number, title })}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        {number}
      </button>
      {isOpen && Card && (
        <Card citation={citation} onClose={() => setIsOpen(false)} onOpenSource={actions.openSource} />
      )}
    </>
  );
}
