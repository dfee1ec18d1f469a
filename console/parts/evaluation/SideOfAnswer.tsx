import { Suspense, useMemo } from "react";
import type { ReactNode } from "react";
import { Check, X } from "lucide-react";
import type { Snapshot } from "valtio";
import type { AnswerSide } from "../../../shared/contract/evaluation/evaluation.ts";
import { findModel } from "../../../shared/domain/models.ts";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { copyShown } from "../../state/shell/copyShown.ts";
import { describeCount } from "../describeNumber.ts";
import { countPassages } from "../receipt/describeFound.ts";
import { smallList } from "./smallList.ts";
import { nameVersion } from "./verdictWords.ts";
import { MarkedAnswer } from "./overlays.ts";

interface SideOfAnswerProps {
  title: string;
  side: Snapshot<AnswerSide>;
}

/** An answer with what nothing supports marked in it, what it was made by, what was checked of it and what people thought. */
export function SideOfAnswer({ title, side }: SideOfAnswerProps): ReactNode {
  const { text, error, receipt, feedback, checks, version } = side;
  const citations = useMemo(() => copyShown(side.citations), [side.citations]);
  const facts = [
    nameVersion(version),
    receipt && (findModel(receipt.model)?.label ?? receipt.model),
    receipt && `${Math.round(receipt.ms.total)} ms`,
    receipt && receipt.credits > 0 && describeCount(receipt.credits, "credit"),
    feedback && (feedback.value === 1 ? "rated good" : "rated bad"),
  ];
  return (
    <section className={frame} aria-label={title}>
      <header>
        <h3>{title}</h3>
        <small>{facts.filter(Boolean).join(" · ")}</small>
      </header>
      <div className={body}>
        {text.trim() === "" ? (
          <em>No answer.</em>
        ) : (
          <Suspense fallback={<p>{text}</p>}>
            <MarkedAnswer {...{ text, citations }} unsupported={receipt?.unsupported ?? noSentences} />
          </Suspense>
        )}
      </div>
      {error && <p role="note">{error}</p>}
      {checks.length > 0 && (
        <ul className={cx(smallList, marks)}>
          {checks.map((check, index) => (
            <li key={index} data-passed={check.passed}>
              {check.passed ? <Check size={14} aria-label="Passed" /> : <X size={14} aria-label="Failed" />}
              {check.text}
            </li>
          ))}
        </ul>
      )}
      {receipt && receipt.passages.length > 0 && (
        <details>
          <summary>{countPassages(receipt)}</summary>
          <ol className={cx(smallList, passages)}>
            {receipt.passages.map((passage) => (
              <li key={passage.passageId}>
                <strong>{passage.title}</strong> <small>{passage.score.toFixed(2)}</small>
                <p>{passage.text.slice(0, 240)}</p>
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

const noSentences: [] = [];

const frame = css`
  display: grid;
  gap: 10px;
  align-content: start;
  min-width: 0;
  padding: 12px 14px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius-s);
  & > header {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 2px 8px;
  }
  & h3 {
    font-size: var(--ph-text-m);
    font-weight: 600;
  }
  & small {
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
  & > p {
    font-size: var(--ph-text-s);
    color: var(--ph-danger-text);
  }
  & summary {
    min-height: 24px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
    cursor: pointer;
  }
`;
const marks = css`
  & > li {
    display: flex;
    gap: 6px;
  }
  & svg {
    flex: none;
    margin-top: 3px;
    color: var(--ph-success-text);
  }
  & > li[data-passed="false"] svg {
    color: var(--ph-danger-text);
  }
`;
const passages = css`
  padding-top: 4px;
  & > li + li {
    padding-top: 4px;
  }
  & p {
    color: var(--ph-text-2);
  }
`;
const body = css`
  min-width: 0;
  max-height: 340px;
  overflow: auto;
  overflow-wrap: anywhere;
`;
