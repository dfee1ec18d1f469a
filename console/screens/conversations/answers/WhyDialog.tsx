import { Suspense, useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { Skeleton } from "../../../../shared/ui/Skeleton.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { Loaded } from "../../../parts/Loaded.tsx";
import { lazy } from "../../../parts/lazy.ts";
import { conversation, type ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import { loadReceipt, receipt } from "../../../state/conversations/answers/receipts.ts";
import { ReceiptView } from "./ReceiptView.tsx";

const AnswerActions = lazy(() => import("./AnswerActions.tsx"));

interface WhyDialogProps {
  place: ThreadPlace & { messageId: string };
  onClose: () => void;
}

/** What stands behind one answer; its id stands in the address, so that it can be shown to a colleague. */
export default function WhyDialog({ place, onClose }: WhyDialogProps): ReactNode {
  const resource = useSnapshot(receipt);
  const { messages } = useSnapshot(conversation);
  const { orgId, agentId, threadId, messageId } = place;
  useEffect(
    () => void loadReceipt({ orgId, agentId, threadId, messageId }),
    [orgId, agentId, threadId, messageId],
  );
  const isOurs = resource.data?.messageId === messageId;
  return (
    <Dialog title="Why this answer" onClose={onClose} width={720} closesOnOutsideClick>
      {resource.error?.code === "not_found" ? (
        <p>Nothing is recorded behind this answer: it was cut before the agent looked anything up.</p>
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
              <ReceiptView receipt={data} message={messages.find(({ id }) => id === messageId)} />
              <Suspense fallback={null}>
                <AnswerActions key={messageId} place={place} />
              </Suspense>
            </>
          )}
        </Loaded>
      )}
    </Dialog>
  );
}

const shape = css`
  display: grid;
  gap: 14px;
`;
