import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { useAction } from "../../../../parts/useAction.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { useQuery } from "../../../../parts/useQuery.ts";
import { agents, loadAgent } from "../../../../state/agents/agents.ts";
import { loadInboxFilters } from "../../../../state/conversations/inbox/inboxFilters.ts";
import { watchInbox } from "../../../../state/conversations/inbox/inboxWatch.ts";
import type { ThreadPlace } from "../../../../state/conversations/threads/conversation.ts";
import type { ThreadView as View } from "../../../../state/conversations/threads/threads.ts";
import { MarkViewing } from "../../threads/MarkViewing.tsx";
import { ThreadSkeleton } from "../../threads/ThreadSkeleton.tsx";
import { ThreadView } from "../../threads/ThreadView.tsx";
import { FoundMessage } from "../../messages/FoundMessage.tsx";

/** A conversation beside those of all agents: its own agent's live events, labels and people are there while it is open. */
export function OpenThread({ place, view }: { place: ThreadPlace; view: View }): ReactNode {
  const { orgId, agentId } = place;
  const messageId = useQuery().read("message");
  const agent = useSnapshot(agents).items.find(({ id }) => id === agentId);
  const isMissing = !agent;
  const { run, error } = useAction(() => loadAgent({ orgId, agentId }));
  useEffect(() => {
    if (isMissing) void run();
    // Once: the viewer retries failures.
  }, [isMissing, orgId, agentId]);
  useEffect(() => {
    void loadInboxFilters({ orgId, agentId });
    return watchInbox({ orgId, agentId, view, isOfAll: true });
  }, [orgId, agentId, view]);
  if (error) return <ErrorNotice error={error} onRetry={() => run()} />;
  if (!agent) return <ThreadSkeleton />;
  return (
    <>
      <ThreadView agent={agent} place={place} />
      <MarkViewing place={place} />
      {messageId && <FoundMessage place={place} messageId={messageId} />}
    </>
  );
}
