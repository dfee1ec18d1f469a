import { useCallback, useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { History } from "lucide-react";
import { workflowRunStates } from "../../../../shared/contract/workflows/runs.ts";
import type { WorkflowRun, WorkflowRunState } from "../../../../shared/contract/workflows/runs.ts";
import { triggerKinds } from "../../../../shared/domain/workflows/triggers.ts";
import type { TriggerKind } from "../../../../shared/domain/workflows/triggers.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { Select } from "../../../../shared/ui/Select.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Card } from "../../../parts/Card.tsx";
import { describeMoment } from "../../../parts/describeMoment.ts";
import { FilterLinks } from "../../../parts/FilterLinks.tsx";
import { framedList } from "../../../parts/framedList.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { Pager } from "../../../parts/Pager.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { loadRuns, workflowRuns } from "../../../state/workflows/workflowRuns.ts";
import type { WorkflowPlace } from "../../../state/workflows/workflows.ts";
import { describeMs } from "./describeMs.ts";
import { runStateWords } from "./runWords.ts";

const stateOptions = [
  { value: "", label: "All" },
  ...workflowRunStates.map((value) => ({ value, label: runStateWords[value].label })),
];
const triggerOptions = [
  { value: "", label: "Any trigger" },
  ...Object.entries(triggerKinds).map(([value, { label }]) => ({ value, label })),
];

/** The runs of a workflow, newest first, by state and trigger. */
export function RunList({ place }: { place: WorkflowPlace }): ReactNode {
  const { orgId, agentId, workflowId } = place;
  const resource = useSnapshot(workflowRuns);
  const query = useQuery();
  const page = Number(query.read("page")) || 1;
  const state = workflowRunStates.find((one) => one === query.read("state"));
  const wanted = query.read("trigger");
  const trigger = Object.hasOwn(triggerKinds, wanted) ? (wanted as TriggerKind) : undefined; // just looked up
  const read = useCallback(
    () => loadRuns({ orgId, agentId, workflowId }, { page, state, trigger }),
    [orgId, agentId, workflowId, page, state, trigger],
  );
  useEffect(() => void read(), [read]);
  return (
    <div className={frame}>
      <div className={filters}>
        <FilterLinks
          label="State"
          value={state ?? ""}
          options={stateOptions}
          linkTo={(value) => query.link({ state: value || null, page: null })}
        />
        <Select
          label="Trigger"
          value={trigger ?? ""}
          options={triggerOptions}
          onChange={(value) => query.set({ trigger: value || null, page: null })}
        />
      </div>
      <Loaded
        resource={resource}
        needs="workflows.read"
        failedTitle="The runs could not be read."
        onRetry={() => void read()}
        skeleton={<Skeleton height="220px" />}
      >
        {(found) =>
          found.items.length === 0 ? (
            <Card>
              <EmptyState
                title={state || trigger ? "No such runs" : "No runs yet"}
                icon={<History size={20} aria-hidden />}
              >
                {state || trigger
                  ? "Choose another state or trigger."
                  : "Run it by hand, or publish it and wait for its trigger."}
              </EmptyState>
            </Card>
          ) : (
            <>
              <ul className={framedList} aria-label="Runs">
                {found.items.map((run) => (
                  <li key={run.id}>
                    <RunLine run={run} href={query.link({ run: run.id, page: null })} />
                  </li>
                ))}
              </ul>
              <Pager page={found.page} linkTo={(to) => query.link({ page: to === 1 ? null : String(to) })} />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

function RunLine({ run, href }: { run: Snapshot<WorkflowRun>; href: string }): ReactNode {
  const { label, tone } = runStateWords[run.state as WorkflowRunState]; // a state of the contract
  const facts = [
    triggerKinds[run.trigger].label,
    run.isTest ? "test" : run.version !== null && `version ${run.version}`,
    run.startedByName && `by ${run.startedByName}`,
    `${run.steps} ${run.steps === 1 ? "step" : "steps"}`,
    run.endedAt !== null && describeMs(run.endedAt - run.createdAt),
    run.retryOf && "retry",
  ];
  return (
    <Link href={href} className={line}>
      <Badge tone={tone} hasDot>
        {label}
      </Badge>
      <span>
        <strong>{describeMoment(run.createdAt)}</strong>
        <small>{facts.filter(Boolean).join(" · ")}</small>
        {(run.error ?? run.pausedBecause) && (
          <small data-bad={run.error ? "" : undefined}>{run.error ?? run.pausedBecause}</small>
        )}
      </span>
    </Link>
  );
}

const frame = css`
  display: grid;
  gap: 14px;
  min-width: 0;
`;
const filters = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 10px 16px;
  /* Its first option says what it is; the label is for screen readers. */
  & > div > div:first-child {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  & > div {
    position: relative;
    width: 180px;
  }
`;
const line = css`
  display: grid;
  grid-template-columns: 130px minmax(0, 1fr);
  align-items: start;
  gap: 4px 14px;
  padding: 12px 20px;
  color: var(--ph-text);
  text-decoration: none;
  &:hover {
    background: var(--ph-hover);
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  & > span:first-child {
    justify-self: start;
  }
  & > span:last-child {
    display: grid;
    gap: 2px;
    min-width: 0;
  }
  & strong {
    font-weight: 550;
  }
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  & small[data-bad] {
    color: var(--ph-danger-text);
  }
  @media (max-width: 480px) {
    grid-template-columns: minmax(0, 1fr);
    padding-inline: 16px;
  }
`;
