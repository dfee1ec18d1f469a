import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { mayDo } from "../../../state/accounts/organization.ts";
import { conversation, type ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import { loadReceipt, receipt } from "../../../state/conversations/answers/receipts.ts";
import { agentTabPath } from "../../../state/shell/paths.ts";
import { ReceiptView } from "./ReceiptView.tsx";
import { AnswerActions } from "./AnswerActions.tsx";

interface WhyDialogProps {
  place: ThreadPlace & { messageId: string };
  onClose: () => void;
}

/** What is behind one answer; its id is in the address, so that it can be shown to a colleague. */
export default function WhyDialog({ place, onClose }: WhyDialogProps): ReactNode {
  const resource = useSnapshot(receipt);
  const { messages } = useSnapshot(conversation);
  const { orgId, agentId, threadId, messageId } = place;
  const message = messages.find(({ id }) => id === messageId);
  const workflow = message?.about?.workflow;
  const isWorkflows = workflow !== undefined;
  useEffect(() => {
    // What a workflow wrote has its run behind it, and no receipt.
    if (!isWorkflows) void loadReceipt({ orgId, agentId, threadId, messageId });
  }, [orgId, agentId, threadId, messageId, isWorkflows]);
  const isOurs = resource.data?.messageId === messageId;
  return (
    <Dialog title="Why this answer" onClose={onClose} width={720} closesOnOutsideClick>
      {workflow ? (
        <p>
          The workflow “{workflow.name}” wrote this. <RunLink run={workflow} place={place} />
        </p>
      ) : resource.error?.code === "not_found" ? (
        <p>This answer has no details: it was stopped before the search.</p>
      ) : (
        <Loaded
          resource={isOurs ? resource : { ...resource, data: null }}
          skeleton={
            <div className={shape}>
              <Skeleton width="60%" height="16px" />
              <Skeleton height="90px" />
              <Skeleton height="90px" />
            </div>
          }
          needs="conversations.read"
          onRetry={() => loadReceipt(place)}
        >
          {(data) => (
            <>
              {data.runs?.map((run) => (
                <p key={run.runId}>
                  The agent used the workflow “{run.name}”. <RunLink run={run} place={place} />
                </p>
              ))}
              <ReceiptView receipt={data} message={message} />
              <AnswerActions key={messageId} place={place} />
            </>
          )}
        </Loaded>
      )}
    </Dialog>
  );
}

interface RunLinkProps {
  run: { id: string; runId: string };
  place: ThreadPlace;
}

function RunLink({ run: { id, runId }, place }: RunLinkProps): ReactNode {
  const tab = `workflows/${encodeURIComponent(id)}?view=runs&run=${encodeURIComponent(runId)}`;
  return mayDo("workflows.read") && <Link href={agentTabPath({ ...place, tab })}>Open the run</Link>;
}

const shape = css`
  display: grid;
  gap: 14px;
`;
