import { useMemo } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { UnsupportedSentence } from "../../../shared/contract/conversations/answers/receipts.ts";
import { makeAnswerSlots } from "../../../shared/ui/AnswerText.tsx";
import type { Citation } from "../../../shared/ui/citation.ts";
import { Markdown } from "../../../shared/ui/markdown/Markdown.tsx";
import type { MarkdownSlots } from "../../../shared/ui/markdown/slots.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import { describeUnsupported } from "./describeUnsupported.ts";
import { markPieces, placeMarks } from "./placeMarks.ts";
import type { PlacedMarks } from "./placeMarks.ts";

export interface MarkedAnswerProps {
  text: string;
  citations: readonly Citation[];
  /** The sentences that nothing supports; hand over the same array from draw to draw. */
  unsupported: Snapshot<UnsupportedSentence[]>;
  isStreaming?: boolean;
}

/** An answer as visitors read it, with each sentence marked that nothing supports; behind it stands so in words. */
export default function MarkedAnswer({
  text,
  citations,
  unsupported,
  isStreaming = false,
}: MarkedAnswerProps): ReactNode {
  const { text: marked, ends } = useMemo(() => placeMarks(text, unsupported), [text, unsupported]);
  const slots = useMemo(() => makeSlots(citations, ends), [citations, ends]);
  return (
    <div className={frame}>
      <Markdown text={marked} isStreaming={isStreaming} slots={slots} />
    </div>
  );
}

function makeSlots(citations: readonly Citation[], ends: PlacedMarks["ends"]): MarkdownSlots {
  const slots = makeAnswerSlots({ citations });
  if (ends.size === 0) return slots;
  return {
    ...slots,
    hasCitation: (number) => ends.has(number) || slots.hasCitation?.(number) === true,
    renderCitation: (number) => {
      const end = ends.get(number);
      if (end === undefined) return slots.renderCitation?.(number);
      if (end === null) return <span className={visuallyHidden}>Not in the sources: </span>;
      return <small title={describeUnsupported(end)}>{nameMissing(end.missing)}</small>;
    },
    arrange: (pieces) => markPieces(pieces, ends),
  };
}

/** What is behind a marked sentence: people who see no color read it, and the others see what it is about. */
function nameMissing(missing: readonly string[]): string {
  return missing.length > 0 ? `not in the sources: ${missing.join(", ")}` : "not in the sources";
}

const frame = css`
  min-width: 0;
  & mark {
    border-block-end: 2px dotted var(--ph-warning-text);
    background: var(--ph-warning-soft);
    color: inherit;
  }
  & small {
    margin-inline-start: 4px;
    padding: 1px 6px;
    border-radius: 99px;
    background: var(--ph-warning-soft);
    color: var(--ph-warning-text);
    font-size: var(--ph-text-xs);
    font-weight: 550;
  }
`;
