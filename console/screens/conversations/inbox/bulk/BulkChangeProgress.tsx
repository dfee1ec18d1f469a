import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { ThreadChangeRun } from "../../../../../shared/contract/conversations/inbox/threadChanges.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import { describeNumber } from "../../../../parts/describeNumber.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../../parts/useAction.ts";
import { walkRows } from "../../../../parts/walkRows.ts";
import type { AgentPlace } from "../../../../state/shell/paths.ts";
import {
  cancelChange,
  followChange,
  forgetChange,
  isUnderWay,
  manyChange,
} from "../../../../state/conversations/inbox/threadChanges.ts";
import { linkToThread } from "../filters.ts";
import { useUndoOffer } from "./useUndoOffer.ts";
import { ProgressBar } from "../../../../parts/ProgressBar.tsx";

/** How far a change of many conversations is; at its end what was done and what could not be, until that was seen. */
export function BulkChangeProgress({ place, changeId }: { place: AgentPlace; changeId: string }): ReactNode {
  const { orgId, agentId } = place;
  const { run, error } = useSnapshot(manyChange);
  const cancelling = useAction(() => cancelChange(place, changeId));
  useEffect(() => followChange({ orgId, agentId }, changeId), [orgId, agentId, changeId]);
  const isSaid = useUndoOffer(place, run?.id === changeId ? run : null);
  const problem = error ?? cancelling.error;
  if (run?.id !== changeId) return problem && <ErrorNotice error={problem} />;
  if (isSaid) return null;
  const seen = run.changed + run.unchanged + countFailed(run);
  return (
    <div className={frame}>
      {isUnderWay(run) ? (
        <>
          <ProgressBar label={`Conversations ${doneTo(run)}`} value={seen} max={run.total} />
          <div>
            <span role="status">
              {run.state === "queued"
                ? "Waiting to start"
                : `${describeNumber(seen)} of ${describeNumber(run.total)}`}
            </span>
            <Button size="small" isBusy={cancelling.isBusy} onClick={() => cancelling.run()}>
              Cancel
            </Button>
          </div>
        </>
      ) : (
        <div>
          <p role="status">
            <strong>{titles[run.state]}</strong> {describeEnd(run)}
          </p>
          <Button
            size="small"
            onClick={() => {
              forgetChange(place);
              // On in the list: nothing may be left below it.
              walkRows(1);
            }}
          >
            Dismiss
          </Button>
        </div>
      )}
      {run.failures.length > 0 && (
        <ul>
          {run.failures.map(({ message, count, threadIds }) => (
            <li key={message}>
              {describeNumber(count)} not {doneTo(run)}: {message}{" "}
              {threadIds.map((id, index) => (
                <Link key={id} href={linkToThread(place, id)}>
                  Show {index + 1}
                </Link>
              ))}
            </li>
          ))}
        </ul>
      )}
      {run.error && <p role="alert">{run.error}</p>}
      {problem && <ErrorNotice error={problem} />}
    </div>
  );
}

const titles = {
  queued: "",
  running: "",
  done: "Done.",
  cancelled: "Canceled.",
  failed: "Ended early.",
} as const;

/** What becomes of them. */
function doneTo({ isUndo, isRemoval }: Pick<ThreadChangeRun, "isUndo" | "isRemoval">): string {
  if (isRemoval) return "deleted";
  return isUndo ? "undone" : "changed";
}

function countFailed({ failures }: Snapshot<ThreadChangeRun>): number {
  return failures.reduce((sum, { count }) => sum + count, 0);
}

function describeEnd(run: Snapshot<ThreadChangeRun>): string {
  const left = run.total - run.changed - run.unchanged - countFailed(run);
  const parts = [
    `${describeNumber(run.changed)} ${doneTo(run)}`,
    run.unchanged > 0 && `${describeNumber(run.unchanged)} needed no change`,
    // Of one that ran to its end: another member changed or deleted them meanwhile.
    left > 0 && `${describeNumber(left)} ${run.state === "done" ? "no longer matched" : "unchanged"}`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}

const frame = css`
  display: grid;
  gap: 6px;
  padding: 10px 12px 10px 16px;
  font-size: var(--ph-text-s);
  font-variant-numeric: tabular-nums;
  & > div {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 10px;
  }
  & ul {
    margin: 0;
    padding-inline-start: 18px;
    color: var(--ph-danger-text);
  }
  & li > a {
    margin-inline-end: 8px;
  }
`;
