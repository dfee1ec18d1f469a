import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import type { DeletedAgent } from "../../../shared/contract/agents/deletedAgents.ts";
import { createMetric } from "../../../shared/domain/product.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { AgentIcon } from "../../parts/AgentIcon.tsx";
import { Card } from "../../parts/Card.tsx";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { agents } from "../../state/agents/agents.ts";
import {
  deletedAgents,
  loadDeletedAgents,
  removeForGood,
  restoreDeleted,
} from "../../state/agents/deletedAgents.ts";
import { openUpgrade } from "../../state/billing/upgrade.ts";

/** "Recently deleted": what an owner or an admin can still bring back; nothing where there is none. */
export function DeletedAgents({ orgId }: { orgId: string }): ReactNode {
  const { data, error } = useSnapshot(deletedAgents);
  const { items } = useSnapshot(agents);
  // Deleting or restoring an agent from the bar changes this list too.
  const count = items.length;
  useEffect(() => void loadDeletedAgents(orgId), [orgId, count]);
  const deleted = data?.orgId === orgId ? data.items : [];
  if (error && deleted.length === 0)
    return (
      <ErrorNotice
        title="The deleted agents could not be read."
        error={error}
        onRetry={() => loadDeletedAgents(orgId)}
      />
    );
  if (deleted.length === 0) return null;
  return (
    <Card title="Recently deleted" subtitle="They don’t answer. Restore them before their time runs out.">
      <ul className={list}>
        {deleted.map((agent) => (
          <DeletedRow key={agent.id} agent={agent} orgId={orgId} />
        ))}
      </ul>
    </Card>
  );
}

function DeletedRow({ agent, orgId }: { agent: Snapshot<DeletedAgent>; orgId: string }): ReactNode {
  const { id, name, icon, deletedAt, deletedBy, removeAt } = agent;
  const [isRemoving, setIsRemoving] = useState(false);
  const restoring = useAction(async () => {
    await restoreDeleted(orgId, id);
    showToast(`${name} restored`);
  });
  return (
    <li>
      <AgentIcon icon={icon} size={32} />
      <p>
        <strong>{name}</strong>
        <span>
          Deleted {describeDateTime(deletedAt)}
          {deletedBy && ` by ${deletedBy}`} · deleted for good {describeDateTime(removeAt)}
        </span>
      </p>
      <div>
        <Button
          size="small"
          aria-label={`Restore ${name}`}
          isBusy={restoring.isBusy}
          onClick={() => restoring.run()}
        >
          Restore
        </Button>
        <Button
          size="small"
          kind="quiet"
          aria-label={`Delete ${name} for good`}
          onClick={() => setIsRemoving(true)}
        >
          Delete now
        </Button>
      </div>
      {restoring.error &&
        (restoring.error.code === "plan_limit" ? (
          <div className={wide} role="alert">
            Your plan has no room for it. Delete another agent, or upgrade.{" "}
            <Button size="small" onClick={() => openUpgrade(createMetric)}>
              See plans
            </Button>
          </div>
        ) : (
          <div className={wide}>
            <ErrorNotice title="It was not restored." error={restoring.error} />
          </div>
        ))}
      {isRemoving && (
        <ConfirmDialog
          title={`Delete ${name} for good?`}
          confirmLabel="Delete for good"
          onConfirm={() => removeForGood(orgId, id)}
          onClose={() => setIsRemoving(false)}
        >
          This deletes its knowledge, surfaces and conversations. You can’t undo this.
        </ConfirmDialog>
      )}
    </li>
  );
}

const list = css`
  display: grid;
  margin: -8px 0;
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 14px;
    padding: 12px 0;
  }
  & > li + li {
    border-top: 1px solid var(--ph-line);
  }
  & > li > p {
    display: grid;
    flex: 1 1 220px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > li > p > span {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > li > div {
    display: flex;
    gap: 4px;
  }
`;
const wide = css`
  flex-basis: 100%;
  align-items: center;
`;
