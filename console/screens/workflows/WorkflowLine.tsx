import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import { Copy, Trash2 } from "lucide-react";
import type { Workflow } from "../../../shared/contract/workflows/workflows.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Toggle } from "../../../shared/ui/Toggle.tsx";
import { plural } from "../../../shared/words/language.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { RowMenu } from "../../parts/RowMenu.tsx";
import { useAction } from "../../parts/useAction.ts";
import { useLatestAction } from "../../parts/useLatestAction.ts";
import { useNow } from "../../parts/useNow.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { navigate } from "../../state/shell/navigation.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { copyWorkflow, switchWorkflow } from "../../state/workflows/workflows.ts";
import { describeTrigger } from "./describeTrigger.ts";
import { workflowPath } from "../../state/workflows/workflowPaths.ts";
import { DeleteWorkflow } from "./overlays.ts";

interface WorkflowLineProps {
  workflow: Snapshot<Workflow>;
  place: AgentPlace;
}

/** One workflow of the list, a link to its steps. */
export function WorkflowLine({ workflow, place }: WorkflowLineProps): ReactNode {
  const now = useNow();
  const { id, name, trigger, version, hasChanges, paused, lastRunAt } = workflow;
  const [isDeleting, setIsDeleting] = useState(false);
  const mayChange = mayDo("workflows.update");
  const { choose, chosen, error } = useLatestAction((enabled: boolean) =>
    switchWorkflow({ ...place, workflowId: id }, enabled),
  );
  const copying = useAction(async () => {
    const made = await copyWorkflow({ ...place, workflowId: id });
    navigate(workflowPath(place, made.id));
  });
  const isOn = chosen?.value ?? workflow.enabled;
  const ended = workflow.done + workflow.failed;
  const facts = [
    ended > 0 && plural(ended, { one: "{count} run this week", other: "{count} runs this week" }),
    workflow.open > 0 && `${workflow.open} open`,
    lastRunAt !== null && `last run ${formatRelativeTime(lastRunAt, now)}`,
  ].filter((fact) => fact !== false);
  return (
    <>
      <div className={line} data-off={isOn || version === null ? undefined : ""}>
        <Link href={workflowPath(place, id)}>
          <strong>{name}</strong>
          <span>{describeTrigger(trigger)}</span>
          <small>
            {facts.join(" · ") || "No runs yet"}
            {workflow.failed > 0 && <b> · {workflow.failed} failed</b>}
          </small>
        </Link>
        {paused ? (
          <Badge tone="danger" hasDot>
            Paused after failures
          </Badge>
        ) : version === null ? (
          <Badge>Draft</Badge>
        ) : (
          hasChanges && <Badge tone="warning">Unpublished changes</Badge>
        )}
        {version !== null && <Toggle label={name} isOn={isOn} onChange={choose} isDisabled={!mayChange} />}
        {mayChange && (
          <RowMenu
            label={`Actions for ${name}`}
            actions={[
              {
                label: "Duplicate",
                icon: <Copy size={16} aria-hidden />,
                onChoose: () => void copying.run(),
              },
              {
                label: "Delete",
                icon: <Trash2 size={16} aria-hidden />,
                onChoose: () => setIsDeleting(true),
                isDanger: true,
              },
            ]}
          />
        )}
      </div>
      {error && <ErrorNotice title={`${name} was not changed.`} error={error} />}
      {copying.error && <ErrorNotice title={`${name} was not copied.`} error={copying.error} />}
      <Suspense>
        {isDeleting && (
          <DeleteWorkflow
            place={{ ...place, workflowId: id }}
            workflow={workflow}
            onClose={() => setIsDeleting(false)}
          />
        )}
      </Suspense>
    </>
  );
}

const line = css`
  display: flex;
  align-items: center;
  gap: 12px;
  padding-inline-end: 12px;
  &:hover {
    background: var(--ph-hover);
  }
  & > a {
    display: grid;
    flex: 1;
    gap: 2px;
    min-width: 0;
    padding: 14px 4px 14px 20px;
    color: var(--ph-text);
    text-decoration: none;
  }
  & > a:focus-visible {
    outline-offset: -2px;
  }
  & strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & > a > span {
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & small {
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-variant-numeric: tabular-nums;
  }
  & small > b {
    color: var(--ph-danger-text);
    font-weight: 550;
  }
  &[data-off] strong {
    color: var(--ph-text-2);
  }
  @media (max-width: 600px) {
    flex-wrap: wrap;
    gap: 4px 12px;
    padding: 0 12px 10px 16px;
    & > a {
      flex: 1 0 100%;
      padding: 12px 0 4px;
    }
    & > :nth-child(2) {
      margin-inline-end: auto;
    }
    & > button:nth-child(2) {
      margin-inline: auto 0;
    }
  }
`;
