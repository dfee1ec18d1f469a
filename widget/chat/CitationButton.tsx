import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Citation } from "../../shared/contract/conversations.ts";
import { css } from "../../shared/ui/style/css.ts";
import { fill } from "../../shared/words/language.ts";
import { partWords } from "../../shared/words/parts.ts";
import { useActions } from "./actions.ts";
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
        className={mark}
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

const mark = css`
  position: relative;
  display: inline-grid;
  place-items: center;
  min-width: 1.75em;
  height: 1.75em;
  margin-inline: 0.25em 0.05em;
  padding: 0 0.4em;
  border: 0;
  border-radius: 99px;
  background: var(--ph-surface);
  color: var(--ph-accent-text);
  font-size: 0.72em;
  font-weight: 650;
  line-height: 1;
  vertical-align: 0.15em;
  font-variant-numeric: tabular-nums;
  cursor: pointer;
  &:hover {
    background: var(--ph-accent);
    color: var(--ph-on-accent);
  }
  /* Small to the eye, large enough for a finger. */
  &::after {
    content: "";
    position: absolute;
    inset: -6px -4px;
  }
  @media (forced-colors: active) {
    border: 1px solid;
  }
`;
