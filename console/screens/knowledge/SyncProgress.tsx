import type { ReactNode } from "react";
import type { SyncRun } from "../../../shared/contract/knowledge/knowledge.ts";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { describeNumber } from "../../parts/describeNumber.ts";

/**
 * How far a running sync is: a bar of what is done of what was found so far, and the numbers behind it. A crawl
 * continues finding while it reads, so the bar may step back; it never claims an end that nobody knows.
 */
export function SyncProgress({ run }: { run: Readonly<SyncRun> }): ReactNode {
  const { found, fetched, indexed, unchanged, skipped, failed } = run.counts;
  const done = indexed + unchanged + skipped + failed;
  const isMeasured = run.status === "running" && found > 0;
  const share = isMeasured ? Math.min(1, done / found) : 0;
  const numbers = [
    ["found", found],
    ["fetched", fetched],
    ["indexed", indexed],
    ["unchanged", unchanged],
    ["failed", failed],
  ] as const;
  return (
    <div className={frame}>
      <div
        className={cx(track, !isMeasured && waiting)}
        role="progressbar"
        aria-label="Sync"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={isMeasured ? Math.round(share * 100) : undefined}
      >
        <span style={{ width: `${share * 100}%` }} />
      </div>
      <p>
        {run.status === "queued" ? (
          "Waiting for its turn…"
        ) : (
          <>
            {numbers.map(([name, count]) => (
              <span key={name} className={cx(name === "failed" && count > 0 && bad)}>
                <b>{describeNumber(count)}</b> {name}
              </span>
            ))}
          </>
        )}
      </p>
    </div>
  );
}

const frame = css`
  display: grid;
  gap: 6px;
  min-width: 0;
  & > p {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 12px;
    font-size: var(--ph-text-xs);
    color: var(--ph-text-2);
    font-variant-numeric: tabular-nums;
  }
  & b {
    font-weight: 600;
    color: var(--ph-text);
  }
`;
const bad = css`
  color: var(--ph-danger-text);
  & > b {
    color: inherit;
  }
`;
const track = css`
  position: relative;
  height: 4px;
  border-radius: 4px;
  background: var(--ph-line);
  overflow: hidden;
  & > span {
    display: block;
    height: 100%;
    border-radius: inherit;
    background: var(--ph-accent-text);
    transition: width var(--ph-slow) var(--ph-ease);
  }
`;
const waiting = css`
  opacity: 0.7;
`;
