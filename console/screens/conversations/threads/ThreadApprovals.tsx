import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { css } from "../../../../shared/ui/style/css.ts";
import { WorkflowApprovals } from "../../../parts/approvals/WorkflowApprovals.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { loadApprovals, nameApprovals, workflowApprovals } from "../../../state/workflows/approvals.ts";
import type { ThreadPlace } from "../../../state/conversations/threads/conversation.ts";

interface ThreadApprovalsProps {
  place: ThreadPlace;
  /** How much waits there, and when something happened last: what waits is read again. */
  count: number;
  changedAt: number;
}

/** What workflows of the conversation ask the team; actions that wait stand below their messages. */
export function ThreadApprovals({ place, count, changedAt }: ThreadApprovalsProps): ReactNode {
  const { orgId, agentId, threadId } = place;
  const { data, error } = useSnapshot(workflowApprovals);
  useEffect(
    () => void loadApprovals({ orgId, agentId, threadId }),
    [orgId, agentId, threadId, count, changedAt],
  );
  if (error)
    return (
      <ErrorNotice
        title="The approvals could not be read."
        error={error}
        onRetry={() => void loadApprovals(place)}
      />
    );
  if (data?.of !== nameApprovals(place) || data.items.length === 0) return null;
  return (
    <div className={frame}>
      <WorkflowApprovals approvals={data.items} place={place} />
    </div>
  );
}

const frame = css`
  max-height: 40vh;
  overflow-y: auto;
`;
