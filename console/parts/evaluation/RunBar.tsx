import type { ReactNode } from "react";
import type { EvaluationRun } from "../../../shared/contract/evaluation/evaluation.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { describeCounts } from "./verdictWords.ts";

/** How the answers of a run compare, as one bar; its words are beside it. */
export function RunBar({ run }: { run: Pick<EvaluationRun, "kind" | "counts"> }): ReactNode {
  const { passed, failed, better, same, worse } = run.counts;
  const parts = [
    ["good", passed + better],
    ["same", same],
    ["bad", failed + worse],
  ] as const;
  if (parts.every(([, count]) => count === 0)) return null;
  return (
    <div role="img" aria-label={describeCounts(run)} className={bar}>
      {parts.map(
        ([kind, count]) => count > 0 && <span key={kind} data-kind={kind} style={{ flexGrow: count }} />,
      )}
    </div>
  );
}

const bar = css`
  display: flex;
  gap: 2px;
  width: 100%;
  height: 8px;
  border-radius: 4px;
  overflow: hidden;
  & > span {
    min-width: 6px;
    background: var(--ph-line-strong);
  }
  & > [data-kind="good"] {
    background: var(--ph-success-text);
  }
  & > [data-kind="bad"] {
    background: var(--ph-danger-text);
  }
  @media (forced-colors: active) {
    & > span {
      forced-color-adjust: none;
    }
  }
`;
