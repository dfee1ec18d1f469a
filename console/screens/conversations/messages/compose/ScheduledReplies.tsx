import { Suspense, useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import type { ThreadPlace } from "../../../../state/conversations/threads/conversation.ts";
import {
  loadScheduledReplies,
  scheduledReplies,
  watchScheduledReplies,
} from "../../../../state/conversations/messages/scheduledReplies.ts";
import { ScheduledItem } from "../overlays.ts";

interface ScheduledRepliesProps {
  place: ThreadPlace;
  contactName: string;
}

/** What is still to be said in this conversation, at its time or once somebody decides. */
export function ScheduledReplies({ place, contactName }: ScheduledRepliesProps): ReactNode {
  const { orgId, agentId, threadId } = place;
  const { data, error } = useSnapshot(scheduledReplies);
  const items = data?.threadId === threadId ? data.items : [];
  useEffect(() => watchScheduledReplies({ orgId, agentId, threadId }), [orgId, agentId, threadId]);
  if (error && !data) return <ErrorNotice error={error} onRetry={() => loadScheduledReplies(place)} />;
  if (items.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ul className={list} aria-label="Scheduled replies">
        {items.map((reply) => (
          <ScheduledItem key={reply.id} reply={reply} place={place} contactName={contactName} />
        ))}
      </ul>
    </Suspense>
  );
}

/** It leaves room for the conversation, however much waits. */
const list = css`
  display: grid;
  gap: 6px;
  max-height: min(220px, 30vh);
  margin: 0;
  padding: 0;
  overflow-y: auto;
  list-style: none;
`;
