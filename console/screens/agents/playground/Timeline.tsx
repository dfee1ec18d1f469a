import type { ReactNode } from "react";
import type { TriedReceipt } from "../../../../shared/contract/playground/playground.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { describeMs } from "./describe.ts";
import { listSteps } from "./listSteps.ts";

/** Where the time went: a bar to see it by, and the same in words and numbers. */
export function Timeline({ ms }: { ms: TriedReceipt["ms"] }): ReactNode {
  const steps = listSteps(ms);
  return (
    <div className={frame}>
      <div aria-hidden="true">
        {steps.map(({ kind, ms: took }) => (
          <i key={kind} data-kind={kind} style={{ flexGrow: took }} />
        ))}
      </div>
      <dl>
        {steps.map(({ kind, label, ms: took }) => (
          <div key={kind}>
            <dt>
              <i data-kind={kind} aria-hidden="true" />
              {label}
            </dt>
            <dd>{describeMs(took)}</dd>
          </div>
        ))}
        <div>
          <dt>Total</dt>
          <dd>{describeMs(ms.total)}</dd>
        </div>
      </dl>
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 10px;
  & > div {
    display: flex;
    gap: 2px;
    height: 10px;
    overflow: hidden;
    border-radius: 5px;
  }
  & > div > i {
    flex: 0 1 0;
    min-width: 3px;
  }
  & i[data-kind="rewrite"] {
    background: var(--ph-text-3);
  }
  & i[data-kind="retrieve"] {
    background: var(--ph-accent-text);
  }
  & i[data-kind="tools"] {
    background: var(--ph-warning-text);
  }
  & i[data-kind="wait"] {
    background: var(--ph-line-2);
  }
  & i[data-kind="write"] {
    background: var(--ph-success-text);
  }
  & > dl {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 20px;
    margin: 0;
    font-size: var(--ph-text-s);
  }
  & > dl > div {
    display: flex;
    align-items: baseline;
    gap: 6px;
  }
  & dt {
    color: var(--ph-text-2);
  }
  & dt > i {
    display: inline-block;
    width: 8px;
    height: 8px;
    margin-inline-end: 6px;
    border-radius: 2px;
  }
  & dd {
    margin: 0;
    font-weight: 550;
    font-variant-numeric: tabular-nums;
  }
`;
