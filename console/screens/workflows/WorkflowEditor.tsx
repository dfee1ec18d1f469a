import { Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link, useParams } from "wouter";
import { Pencil, Play, SearchX, StepForward, Trash2 } from "lucide-react";
import type { WorkflowDetail } from "../../../shared/contract/workflows/workflows.ts";
import { stepKinds } from "../../../shared/domain/workflows/steps.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { EmptyState } from "../../../shared/ui/EmptyState.tsx";
import { Skeleton } from "../../../shared/ui/Skeleton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Tab, Tabs } from "../../../shared/ui/Tabs.tsx";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { AgentScreen } from "../../parts/AgentScreen.tsx";
import { BackLink } from "../../parts/BackLink.tsx";
import { Card } from "../../parts/Card.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { follow } from "../../parts/follow.ts";
import { lazy } from "../../parts/lazy.ts";
import { Loaded } from "../../parts/Loaded.tsx";
import { Page } from "../../parts/Page.tsx";
import { RowMenu } from "../../parts/RowMenu.tsx";
import { useLatestAction } from "../../parts/useLatestAction.ts";
import { useNow } from "../../parts/useNow.ts";
import { useQuery } from "../../parts/useQuery.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { holdUnsaved, navigate, navigation } from "../../state/shell/navigation.ts";
import { copyShown } from "../../state/shell/copyShown.ts";
import { loadWorkflow, openWorkflow, switchWorkflow } from "../../state/workflows/workflows.ts";
import type { WorkflowPlace } from "../../state/workflows/workflows.ts";
import { workflowPath, workflowsPath } from "../../state/workflows/workflowPaths.ts";
import { PublishButton } from "./PublishButton.tsx";
import { toAddress } from "../../../shared/client/basePath.ts";
import { Runs, Simulations, WorkflowVersions } from "./otherViews.ts";
import { DeleteWorkflow, StartRunDialog, StepThroughDialog } from "./overlays.ts";

const StepsView = lazy(() => import("./editor/StepsView.tsx"));

const views = [
  { view: null, label: "Steps" },
  { view: "runs", label: "Runs" },
  { view: "simulations", label: "Simulations" },
  { view: "versions", label: "Versions" },
];

/** One workflow: its steps, its runs and its versions. */
export default function WorkflowEditor(): ReactNode {
  const { workflowId = "" } = useParams();
  return (
    <AgentScreen>
      {(_, place) => <OpenWorkflow key={workflowId} place={{ ...place, workflowId }} />}
    </AgentScreen>
  );
}

function OpenWorkflow({ place }: { place: WorkflowPlace }): ReactNode {
  const { orgId, agentId, workflowId } = place;
  const resource = useSnapshot(openWorkflow);
  const query = useQuery();
  const view = query.read("view") || null;
  useEffect(() => void loadWorkflow({ orgId, agentId, workflowId }), [orgId, agentId, workflowId]);
  const workflow = resource.data?.of === workflowId ? resource.data.workflow : null;
  const back = <BackLink href={workflowsPath(place)}>Workflows</BackLink>;
  if (resource.error?.code === "not_found" && !workflow) {
    return (
      <Page title="Workflow" above={back}>
        <Card>
          <EmptyState
            title="This workflow no longer exists"
            icon={<SearchX size={20} aria-hidden />}
            action={<Link href={workflowsPath(place)}>Show all workflows</Link>}
          >
            It was deleted, or the link is wrong.
          </EmptyState>
        </Card>
      </Page>
    );
  }
  return (
    <Page
      title={workflow?.name ?? "\u00a0"}
      subtitle={workflow?.description || undefined}
      above={back}
      actions={workflow && <Actions place={place} workflow={workflow} />}
    >
      <Tabs label="Parts of the workflow">
        {views.map((one) => {
          const href = query.link({
            view: one.view,
            run: null,
            page: null,
            step: null,
            version: null,
            simulation: null,
          });
          return (
            <Tab
              key={one.label}
              href={toAddress(href)}
              isCurrent={one.view === view}
              onClick={(event) => follow(event, href)}
            >
              {one.label}
            </Tab>
          );
        })}
      </Tabs>
      {workflow?.paused && (
        <Paused workflow={workflow} href={query.link({ view: "runs", state: "failed" })} />
      )}
      <Loaded
        resource={workflow ? resource : { ...resource, data: null }}
        needs="workflows.read"
        failedTitle="The workflow could not be read."
        onRetry={() => void loadWorkflow(place)}
        skeleton={<EditorSkeleton />}
      >
        {({ workflow: shown }) => (
          <Suspense fallback={<EditorSkeleton />}>
            {view === "runs" ? (
              <Runs place={place} />
            ) : view === "simulations" ? (
              <Simulations place={place} workflow={shown} />
            ) : view === "versions" ? (
              <WorkflowVersions place={place} workflow={shown} />
            ) : (
              <StepsView place={place} workflow={shown} />
            )}
          </Suspense>
        )}
      </Loaded>
    </Page>
  );
}

interface PartProps {
  place: WorkflowPlace;
  workflow: Snapshot<WorkflowDetail>;
}

function Actions({ place, workflow }: PartProps): ReactNode {
  const { name, version, hasChanges, graph } = workflow;
  const { isHeld } = useSnapshot(navigation);
  const query = useQuery();
  const [open, setOpen] = useState<"run" | "steps" | "delete" | null>(null);
  const mayChange = mayDo("workflows.update");
  const { choose, chosen, error } = useLatestAction((enabled: boolean) => switchWorkflow(place, enabled));
  return (
    <>
      {version === null ? (
        <Badge>Draft</Badge>
      ) : (
        <>
          <Badge tone={hasChanges ? "warning" : "success"}>
            {hasChanges ? "Unpublished changes" : `Version ${version} is published`}
          </Badge>
          <Toggle
            label="On"
            isOn={chosen?.value ?? workflow.enabled}
            onChange={choose}
            isDisabled={!mayChange}
          />
        </>
      )}
      {mayChange && (
        <Button
          icon={<Play size={16} aria-hidden />}
          disabled={isHeld || graph.steps.length === 0}
          title={isHeld ? "Save your changes first" : undefined}
          onClick={() => setOpen("run")}
        >
          Run
        </Button>
      )}
      {mayChange && (
        <Button
          icon={<StepForward size={16} aria-hidden />}
          disabled={isHeld || graph.steps.length === 0}
          title={isHeld ? "Save your changes first" : undefined}
          onClick={() => setOpen("steps")}
        >
          Step through
        </Button>
      )}
      {mayChange && <PublishButton place={place} workflow={workflow} isHeldBack={isHeld} />}
      {mayChange && (
        <RowMenu
          label={`Actions for ${name}`}
          actions={[
            {
              label: "Rename",
              icon: <Pencil size={16} aria-hidden />,
              onChoose: () => query.set({ view: null, step: "about" }, { keepsWork: true }),
            },
            {
              label: "Delete",
              icon: <Trash2 size={16} aria-hidden />,
              onChoose: () => setOpen("delete"),
              isDanger: true,
            },
          ]}
        />
      )}
      {error && <ErrorNotice title="The workflow wasn’t turned on or off." error={error} />}
      <Suspense>
        {open === "run" && (
          <StartRunDialog
            place={place}
            inputs={copyShown(graph.variables).filter(({ isInput }) => isInput)}
            needsThread={graph.steps.some(({ kind }) => stepKinds[kind].inConversation)}
            hasPublished={version !== null}
            onStarted={(run) => {
              setOpen(null);
              navigate(`${workflowPath(place, place.workflowId)}?view=runs&run=${encodeURIComponent(run)}`);
            }}
            onClose={() => setOpen(null)}
          />
        )}
        {open === "steps" && (
          <StepThroughDialog place={place} workflow={workflow} onClose={() => setOpen(null)} />
        )}
        {open === "delete" && (
          <DeleteWorkflow
            place={place}
            workflow={workflow}
            onDeleted={() => {
              holdUnsaved(null);
              navigate(workflowsPath(place));
            }}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  );
}

function Paused({ workflow, href }: { workflow: Snapshot<WorkflowDetail>; href: string }): ReactNode {
  const now = useNow();
  if (!workflow.paused) return null;
  const { at, reason } = workflow.paused;
  return (
    <p className={pausedStyle} role="status">
      <span>
        Paused {formatRelativeTime(at, now)}. {reason} Fix the workflow, then turn it on again.
      </span>
      <Link href={href}>Show failed runs</Link>
    </p>
  );
}

function EditorSkeleton(): ReactNode {
  return (
    <div className={skeleton}>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} height="56px" />
      ))}
    </div>
  );
}

const skeleton = css`
  display: grid;
  gap: 8px;
`;
const pausedStyle = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 6px 16px;
  padding: 10px 14px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-danger-soft);
  overflow-wrap: anywhere;
`;
