import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { History } from "lucide-react";
import type {
  WorkflowDetail,
  WorkflowVersionDetail,
} from "../../../../shared/contract/workflows/workflows.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import { Badge } from "../../../../shared/ui/Badge.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { EmptyState } from "../../../../shared/ui/EmptyState.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { Card } from "../../../parts/Card.tsx";
import { describeMoment } from "../../../parts/describeMoment.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { framedList } from "../../../parts/framedList.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { Pager } from "../../../parts/Pager.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { copyShown } from "../../../state/shell/copyShown.ts";
import {
  loadVersions,
  readVersion,
  restoreVersion,
  workflowVersions,
} from "../../../state/workflows/workflows.ts";
import type { WorkflowPlace } from "../../../state/workflows/workflows.ts";
import { ChangedSteps } from "./ChangedSteps.tsx";
import { diffWorkflows } from "./diffWorkflows.ts";

interface WorkflowVersionsProps {
  place: WorkflowPlace;
  workflow: Snapshot<WorkflowDetail>;
}

/** The published versions of a workflow, newest first; one is compared with the draft, and restored. */
export function WorkflowVersions({ place, workflow }: WorkflowVersionsProps): ReactNode {
  const { orgId, agentId, workflowId } = place;
  const resource = useSnapshot(workflowVersions);
  const query = useQuery();
  const page = Number(query.read("page")) || 1;
  const open = Number(query.read("version")) || null;
  const { version } = workflow;
  useEffect(
    () => void loadVersions({ orgId, agentId, workflowId }, page),
    [orgId, agentId, workflowId, page, version],
  );
  return (
    <Loaded
      resource={resource}
      needs="workflows.read"
      failedTitle="The versions could not be read."
      onRetry={() => void loadVersions(place, page)}
      skeleton={<Skeleton height="200px" />}
    >
      {(found) =>
        found.items.length === 0 ? (
          <Card>
            <EmptyState title="No versions yet" icon={<History size={20} aria-hidden />}>
              Publish to save a version that you can compare and restore.
            </EmptyState>
          </Card>
        ) : (
          <div className={frame}>
            <ul className={framedList} aria-label="Versions">
              {found.items.map((one) => (
                <li key={one.version} className={line}>
                  <div>
                    <strong>Version {one.version}</strong>{" "}
                    {one.isPublished && <Badge tone="success">Published</Badge>}
                    <small>
                      {[
                        describeMoment(one.createdAt),
                        one.savedBy && `by ${one.savedBy.name}`,
                        `${one.steps} ${one.steps === 1 ? "step" : "steps"}`,
                      ]
                        .filter(Boolean)
                        .join(" · ")}
                    </small>
                    {one.note && <p>{one.note}</p>}
                  </div>
                  <Button size="small" onClick={() => query.set({ version: String(one.version) })}>
                    Compare with draft
                  </Button>
                </li>
              ))}
            </ul>
            <Pager page={found.page} linkTo={(to) => query.link({ page: to === 1 ? null : String(to) })} />
            {open !== null && (
              <CompareVersion
                key={open}
                {...{ place, workflow }}
                version={open}
                onClose={() => query.set({ version: null })}
              />
            )}
          </div>
        )
      }
    </Loaded>
  );
}

function CompareVersion(props: WorkflowVersionsProps & { version: number; onClose: () => void }): ReactNode {
  const { place, workflow, version, onClose } = props;
  const { orgId, agentId, workflowId } = place;
  const [read, setRead] = useState<WorkflowVersionDetail | null>(null);
  const [failure, setFailure] = useState<RequestError | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    setFailure(null);
    readVersion({ orgId, agentId, workflowId }, version).then(
      (found) => isCurrent && setRead(found),
      (thrown: unknown) => isCurrent && setFailure(toRequestError(thrown)),
    );
    return () => {
      isCurrent = false;
    };
  }, [orgId, agentId, workflowId, version, tries]);
  const restoring = useAction(async () => {
    await restoreVersion(place, { version, revision: workflow.revision });
    showToast(`Version ${version} is the draft`);
    onClose();
  });
  const changes = read && diffWorkflows(read, copyShown(workflow));
  return (
    <Dialog
      title={`Version ${version} and the draft`}
      onClose={onClose}
      width={740}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {mayDo("workflows.update") && changes && changes.length > 0 && (
            <Button isBusy={restoring.isBusy} onClick={() => void restoring.run()}>
              Restore version {version}
            </Button>
          )}
        </>
      }
    >
      {failure && <ErrorNotice error={failure} onRetry={() => setTries(tries + 1)} />}
      {restoring.error && <ErrorNotice title="The version wasn’t restored." error={restoring.error} />}
      {changes ? <ChangedSteps changes={changes} /> : !failure && <Skeleton height="160px" />}
    </Dialog>
  );
}

const frame = css`
  display: grid;
  gap: 12px;
  min-width: 0;
`;
const line = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 8px 16px;
  padding: 12px 20px;
  & > div {
    min-width: 0;
  }
  & strong {
    font-weight: 550;
  }
  & > div > small,
  & p {
    display: block;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    overflow-wrap: anywhere;
  }
  @media (max-width: 480px) {
    padding-inline: 16px;
  }
`;
