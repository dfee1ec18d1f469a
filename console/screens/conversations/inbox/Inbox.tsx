import { Suspense, useEffect, useMemo } from "react";
import type { ReactNode } from "react";
import { useParams } from "wouter";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { visuallyHidden } from "../../../../shared/ui/style/visuallyHidden.ts";
import { AgentScreen } from "../../../parts/AgentScreen.tsx";
import { useQuery } from "../../../parts/useQuery.ts";
import { useShortcuts } from "../../../parts/useShortcuts.ts";
import { closeConversation } from "../../../state/conversations/threads/conversation.ts";
import { loadInboxFilters } from "../../../state/conversations/inbox/inboxFilters.ts";
import { watchInbox } from "../../../state/conversations/inbox/inboxWatch.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";
import { loadThreads, nameList } from "../../../state/conversations/threads/threads.ts";
import type { ThreadView as View } from "../../../state/conversations/threads/threads.ts";
import { loadAnswerText } from "../answers/AnswerText.ts";
import { readView } from "./filters.ts";
import { ThreadList } from "./ThreadList.tsx";
import { ThreadSkeleton } from "../threads/ThreadSkeleton.tsx";
import { inboxKeys } from "./inboxKeys.ts";
import { panes } from "./panes.ts";
import { useTableLayout } from "./table/useTableLayout.ts";
import { FoundMessage, MarkViewing, ThreadView, loadOpenThread, loadReplyBar } from "./openThread.ts";
import { NothingOpen } from "./NothingOpen.tsx";
import { TableKeys } from "./otherLists.ts";

/** The conversations of an agent as they happen: the list, the one that is open, and what is known of its visitor. */
export default function Inbox(): ReactNode {
  return <AgentScreen>{(agent, place) => <Panes key={agent.id} agent={agent} place={place} />}</AgentScreen>;
}

function Panes({ agent, place }: { agent: Snapshot<Agent>; place: AgentPlace }): ReactNode {
  const { threadId } = useParams();
  const query = useQuery();
  const messageId = query.read("message");
  const viewText = JSON.stringify(readView(query.read));
  // The same view stays the same value, however often it is drawn.
  const view = useMemo(() => JSON.parse(viewText) as View, [viewText]); // written one line above
  const { orgId, agentId } = place;
  const isTable = useTableLayout();
  const isCovered = isTable && threadId !== undefined;
  useShortcuts(isCovered ? null : inboxKeys);

  useEffect(() => {
    void loadThreads({ orgId, agentId, view });
    return watchInbox({ orgId, agentId, view });
  }, [orgId, agentId, view]);
  useEffect(() => void loadInboxFilters({ orgId, agentId }), [orgId, agentId]);
  useEffect(() => closeConversation, []);
  useEffect(() => {
    // So that both are there when a conversation is opened; where it fails, that tries again.
    Promise.all([loadOpenThread(), loadAnswerText(), loadReplyBar()]).catch(() => {});
  }, []);

  return (
    <>
      {/* Above the panes: on a phone only one of them is there, and the page keeps its heading. */}
      <h1 className={visuallyHidden}>Inbox</h1>
      <Suspense>
        {threadId && <MarkViewing place={{ ...place, threadId }} />}
        {isCovered && <TableKeys place={place} view={view} openId={threadId} />}
      </Suspense>
      <div className={panes} data-open={threadId ? "" : undefined} data-table={isTable ? "" : undefined}>
        <ThreadList place={place} view={view} openId={threadId} isTable={isTable} />
        {threadId ? (
          <Suspense fallback={<ThreadSkeleton />}>
            <ThreadView key={threadId} agent={agent} place={{ ...place, threadId }} />
          </Suspense>
        ) : (
          !isTable && <NothingOpen list={nameList({ agentId, view })} />
        )}
        {threadId && messageId && (
          <Suspense>
            <FoundMessage place={{ ...place, threadId }} messageId={messageId} />
          </Suspense>
        )}
      </div>
    </>
  );
}
