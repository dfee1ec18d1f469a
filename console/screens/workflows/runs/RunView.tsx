import { useCallback, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { Ban } from "lucide-react";
import type { WorkflowRunDetail } from "../../../../shared/contract/workflows/runs.ts";
import { triggerKinds } from "../../../../shared/domain/workflows/triggers.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { BackLink } from "../../../parts/BackLink.tsx";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { describeDateTime } from "../../../parts/describeMoment.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { useNow } from "../../../parts/useNow.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { agentTabPath } from "../../../state/shell/paths.ts";
import { cancelRun, loadRun, openRun } from "../../../state/workflows/workflowRuns.ts";
import type { RunPlace } from "../../../state/workflows/workflowRuns.ts";
import { describeMs } from "./describeMs.ts";
import { JsonView } from "./JsonView.tsx";
import { isOpenRun, runStateWords } from "./runWords.ts";
import { Timeline } from "./Timeline.tsx";

/** A run that runs is read again this often, one that waits less so. */
const readAgainMs = { running: 1500, waiting: 5000, paused: 10_000 };

/** One run: how it stands, and its steps as a timeline that grows while it runs. */
export function RunView({ place }: { place: RunPlace }): ReactNode {
  const { orgId, agentId, workflowId, runId } = place;
  const resource = useSnapshot(openRun);
  const query = useQuery();
  const read = useCallback(
    () => loadRun({ orgId, agentId, workflowId, runId }),
    [orgId, agentId, workflowId, runId],
  );
  useEffect(() => void read(), [read]);
  const state = resource.data?.of === runId ? resource.data.run.state : null;
  const everyMs =
    state !== null && state in readAgainMs ? readAgainMs[state as keyof typeof readAgainMs] : null; // just looked up
  useEffect(() => {
    if (everyMs === null) return;
    // Nobody looks at a hidden tab.
    const timer = setInterval(() => !document.hidden && void read(), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, read]);
  return (
    <div className={frame}>
      <BackLink href={query.link({ run: null })}>All runs</BackLink>
      <Loaded
        resource={resource.data?.of === runId ? resource : { ...resource, data: null }}
        needs="workflows.read"
        failedTitle="The run could not be read."
        onRetry={() => void read()}
        skeleton={<Skeleton height="260px" />}
      >
        {({ run }) => (
          <>
            <RunHead run={run} place={place} />
            <Timeline run={run} place={place} />
            {run.result !== null && <JsonView label="Result" json={run.result} />}
            {run.input !== "{}" && <JsonView label="Input" json={run.input} />}
          </>
        )}
      </Loaded>
    </div>
  );
}

function RunHead({ run, place }: { run: Snapshot<WorkflowRunDetail>; place: RunPlace }): ReactNode {
  const now = useNow(1000);
  const query = useQuery();
  const [isCancelling, setIsCancelling] = useState(false);
  const { label, tone } = runStateWords[run.state];
  const isOpen = isOpenRun(run.state);
  const facts = [
    describeDateTime(run.createdAt),
    describeMs(Math.max(0, (run.endedAt ?? now) - run.createdAt)),
    triggerKinds[run.trigger].label,
    run.isTest ? "test of the draft" : run.version !== null && `version ${run.version}`,
    run.startedByName && `by ${run.startedByName}`,
  ];
  return (
    <header className={head}>
      <h2>
        <Badge tone={tone} hasDot>
          {label}
        </Badge>
      </h2>
      <p role="status">
        {facts.filter(Boolean).join(" · ")}
        {(run.error ?? run.pausedBecause) && (
          <strong data-bad={run.error ? "" : undefined}>{run.error ?? run.pausedBecause}</strong>
        )}
      </p>
      <span>
        {run.retryOf && <Link href={query.link({ run: run.retryOf })}>First run</Link>}
        {run.threadId !== null && (
          <Link
            href={agentTabPath({ ...place, tab: `inbox/conversations/${encodeURIComponent(run.threadId)}` })}
          >
            Conversation
          </Link>
        )}
        {isOpen && mayDo("workflows.update") && (
          <Button size="small" icon={<Ban size={15} aria-hidden />} onClick={() => setIsCancelling(true)}>
            Cancel run
          </Button>
        )}
      </span>
      {isCancelling && (
        <ConfirmDialog
          title="Cancel this run?"
          confirmLabel="Cancel run"
          onConfirm={() => cancelRun(place)}
          onClose={() => setIsCancelling(false)}
        >
          The run stops now. Completed steps aren’t undone.
        </ConfirmDialog>
      )}
    </header>
  );
}

const frame = css`
  display: grid;
  gap: 16px;
  min-width: 0;
`;
const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 16px;
  & > p {
    flex: 1 1 260px;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-variant-numeric: tabular-nums;
  }
  & > p > strong {
    display: block;
    color: var(--ph-text);
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  & > p > strong[data-bad] {
    color: var(--ph-danger-text);
  }
  & > span {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
    font-size: var(--ph-text-s);
  }
`;
