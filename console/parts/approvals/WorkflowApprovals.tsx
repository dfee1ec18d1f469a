import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { WaitingApproval } from "../../../shared/contract/workflows/runs.ts";
import { ActionCard } from "../../../shared/ui/ActionCard.tsx";
import { Button } from "../../../shared/ui/Button.tsx";
import { TextArea } from "../../../shared/ui/TextArea.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { showToast } from "../../../shared/ui/toasts.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import { decideApproval } from "../../state/workflows/approvals.ts";
import type { ApprovalDecision, ApprovalPlace } from "../../state/workflows/approvals.ts";
import { describeMoment } from "../describeMoment.ts";
import { ErrorNotice } from "../ErrorNotice.tsx";
import { useAction } from "../useAction.ts";

interface WorkflowApprovalsProps {
  approvals: readonly Snapshot<WaitingApproval>[];
  place: ApprovalPlace;
}

/** What workflows ask the team, each with who asks, who decides and until when. Those who may decide do it here. */
export function WorkflowApprovals({ approvals, place }: WorkflowApprovalsProps): ReactNode {
  return (
    <ul className={list} aria-label="Approvals of workflows">
      {approvals.map((approval) => (
        <li key={approval.id}>
          <Approval {...{ approval, place }} />
        </li>
      ))}
    </ul>
  );
}

interface ApprovalProps {
  approval: Snapshot<WaitingApproval>;
  place: ApprovalPlace;
}

function Approval({ approval, place }: ApprovalProps): ReactNode {
  const { text, workflowName, startedByName, deciderNames, mayDecide, expiresAt } = approval;
  const [note, setNote] = useState("");
  const [said, setSaid] = useState<ApprovalDecision["decision"] | null>(null);
  const { run, isBusy, error } = useAction((decision: ApprovalDecision["decision"]) =>
    decideApproval(place, approval, { decision, note: note.trim() }),
  );
  const isAsking = mayDecide && mayDo("conversations.reply");
  const decide = async (decision: ApprovalDecision["decision"]): Promise<void> => {
    setSaid(decision);
    if (await run(decision)) showToast(decision === "approve" ? "Approved" : "Declined");
  };
  const busy = isBusy ? said : null;
  const values = [
    { label: "Workflow", value: workflowName },
    ...(startedByName === null ? [] : [{ label: "Started by", value: startedByName }]),
    ...(deciderNames.length === 0 ? [] : [{ label: "Decided by", value: deciderNames.join(", ") }]),
  ];
  const status = {
    kind: "waiting",
    text: isAsking ? "Waiting for your approval" : "Waiting for another member’s approval",
    aside: `Until ${describeMoment(expiresAt)}`,
  } as const;
  return (
    <ActionCard title={text || workflowName} values={values} status={status}>
      {isAsking && (
        <div className={choice}>
          {error && <ErrorNotice title="The decision wasn’t saved." error={error} />}
          <TextArea label="Comment" rows={2} limit={noteLimit} value={note} onChange={setNote} />
          <Button
            kind="primary"
            isBusy={busy === "approve"}
            disabled={busy === "decline" || note.length > noteLimit}
            onClick={() => void decide("approve")}
          >
            Approve
          </Button>
          <Button
            isBusy={busy === "decline"}
            disabled={busy === "approve" || note.length > noteLimit}
            onClick={() => void decide("decline")}
          >
            Decline
          </Button>
        </div>
      )}
    </ActionCard>
  );
}

/** As many characters as the contract takes. */
const noteLimit = 1000;

const list = css`
  display: grid;
  gap: 8px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    min-width: 0;
  }
`;
const choice = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  & > :not(button) {
    flex: 1 0 100%;
  }
`;
