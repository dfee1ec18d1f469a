import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { ChevronDown, ChevronRight, RotateCcw } from "lucide-react";
import type { WorkflowRunDetail, WorkflowRunStep } from "../../../../shared/contract/workflows/runs.ts";
import { stepKinds } from "../../../../shared/domain/workflows/steps.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../../../shared/ui/style/visuallyHidden.ts";
import { describeDateTime } from "../../../parts/describeMoment.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { decideStep, retryRun } from "../../../state/workflows/workflowRuns.ts";
import type { RunPlace } from "../../../state/workflows/workflowRuns.ts";
import { stepIcons } from "../editor/stepIcons.ts";
import { describeMs } from "./describeMs.ts";
import { JsonView } from "./JsonView.tsx";
import { isOpenRun, stepStateWords, waitWords } from "./runWords.ts";

interface TimelineProps {
  run: Snapshot<WorkflowRunDetail>;
  place: RunPlace;
}

/** The steps that a run took, in the order in which they began, each with what went in and came out. */
export function Timeline({ run, place }: TimelineProps): ReactNode {
  // What failed is what somebody came for.
  const [open, setOpen] = useState<string | null>(
    () => run.timeline.find(({ state }) => state === "failed")?.id ?? null,
  );
  if (run.timeline.length === 0) return <p>No steps yet.</p>;
  return (
    <ol className={list} aria-label="Steps of the run">
      {run.timeline.map((step) => (
        <li key={step.id} data-state={step.state} style={{ marginInlineStart: depthOf(step) * 20 }}>
          <StepLine
            {...{ step, place }}
            isOpen={open === step.id}
            onToggle={() => setOpen(open === step.id ? null : step.id)}
            mayRetry={mayDo("workflows.update") && !isOpenRun(run.state) && step.scope === ""}
          />
        </li>
      ))}
    </ol>
  );
}

interface StepLineProps {
  step: Snapshot<WorkflowRunStep>;
  place: RunPlace;
  isOpen: boolean;
  onToggle: () => void;
  mayRetry: boolean;
}

function StepLine({ step, place, isOpen, onToggle, mayRetry }: StepLineProps): ReactNode {
  const { label, tone } = stepStateWords[step.state];
  const Icon = stepIcons[step.kind];
  const facts = [
    step.state === "waiting" && step.waitsFor !== null && `for ${waitWords[step.waitsFor]}`,
    step.state === "waiting" && step.wakeAt !== null && `until ${describeDateTime(step.wakeAt)}`,
    step.endedAt !== null && describeMs(step.endedAt - step.createdAt),
    step.attempt > 1 && `try ${step.attempt}`,
    step.scope !== "" && `item ${step.scope}`,
    step.decidedByName && `by ${step.decidedByName}`,
  ];
  const shownFacts = facts.filter(Boolean).join(" · ");
  return (
    <>
      <button type="button" aria-expanded={isOpen} onClick={onToggle}>
        <span>
          <Icon size={16} aria-hidden />
        </span>
        <span>
          <strong>{step.name}</strong>
          <small>
            {stepKinds[step.kind].label}
            {shownFacts && ` · ${shownFacts}`}
          </small>
          {step.error !== null && <small data-bad="">{step.error}</small>}
        </span>
        {step.state === "done" ? (
          <span className={visuallyHidden}>Done</span>
        ) : (
          <Badge tone={tone} hasDot>
            {label}
          </Badge>
        )}
        {isOpen ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
      </button>
      {step.mayDecide && <Decision place={place} stepId={step.id} />}
      {isOpen && <StepDetail {...{ step, place, mayRetry }} />}
    </>
  );
}

function StepDetail({
  step,
  place,
  mayRetry,
}: Pick<StepLineProps, "step" | "place" | "mayRetry">): ReactNode {
  const query = useQuery();
  const retrying = useAction(async () => {
    const { id } = await retryRun(place, step.id);
    query.set({ run: id });
  });
  return (
    <div className={detail}>
      {step.input !== null && <JsonView label="Input" json={step.input} />}
      {step.output !== null && <JsonView label="Output" json={step.output} />}
      {step.input === null && step.output === null && <p>No input or output.</p>}
      <span>
        {step.childRunId !== null && (
          <Link href={query.link({ run: step.childRunId })}>Open the run it started</Link>
        )}
        {mayRetry && (
          <Button
            size="small"
            icon={<RotateCcw size={15} aria-hidden />}
            isBusy={retrying.isBusy}
            onClick={() => void retrying.run()}
          >
            Run again from here
          </Button>
        )}
      </span>
      {retrying.error && <ErrorNotice title="The run wasn’t started again." error={retrying.error} />}
    </div>
  );
}

function Decision({ place, stepId }: { place: RunPlace; stepId: string }): ReactNode {
  const deciding = useAction((decision: "approve" | "decline") =>
    decideStep(place, { stepId, decision, note: "" }),
  );
  return (
    <div className={decision}>
      <Button
        kind="primary"
        size="small"
        isBusy={deciding.isBusy}
        onClick={() => void deciding.run("approve")}
      >
        Approve
      </Button>
      <Button size="small" isBusy={deciding.isBusy} onClick={() => void deciding.run("decline")}>
        Decline
      </Button>
      {deciding.error && <ErrorNotice title="The decision wasn’t saved." error={deciding.error} />}
    </div>
  );
}

/** How many loops it is in. */
function depthOf({ scope }: { scope: string }): number {
  return scope === "" ? 0 : Math.min(4, scope.split("/").length);
}

const list = css`
  display: grid;
  gap: 6px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    min-width: 0;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius);
    background: var(--ph-surface);
  }
  & > li[data-state="failed"] {
    border-color: color-mix(in srgb, var(--ph-danger-text) 45%, transparent);
  }
  & > li > button {
    position: relative;
    display: flex;
    align-items: center;
    gap: 12px;
    width: 100%;
    min-height: 52px;
    padding: 8px 14px;
    border: 0;
    border-radius: var(--ph-radius);
    background: none;
    color: var(--ph-text);
    text-align: start;
    cursor: pointer;
  }
  & > li > button:hover {
    background: var(--ph-hover);
  }
  & > li > button > span:first-child {
    display: grid;
    flex: none;
    place-items: center;
    width: 28px;
    height: 28px;
    border-radius: var(--ph-radius-s);
    background: var(--ph-sunken);
    color: var(--ph-text-2);
  }
  & > li[data-state="done"] > button > span:first-child {
    background: var(--ph-success-soft);
    color: var(--ph-success-text);
  }
  & > li[data-state="failed"] > button > span:first-child {
    background: var(--ph-danger-soft);
    color: var(--ph-danger-text);
  }
  & > li > button > span:nth-child(2) {
    display: grid;
    flex: 1;
    min-width: 0;
  }
  & > li > button > svg {
    flex: none;
    color: var(--ph-text-3);
  }
  & strong {
    font-weight: 550;
    overflow-wrap: anywhere;
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
`;
const detail = css`
  display: grid;
  gap: 10px;
  min-width: 0;
  padding: 4px 14px 14px;
  & > p {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
  }
  & > span {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
  }
`;
const decision = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  padding: 0 14px 12px 54px;
`;
