import { Suspense, useEffect, useMemo } from "react";
import type { ReactNode } from "react";
import { useParams } from "wouter";
import { useSnapshot } from "valtio";
import { Skeleton } from "../../../../../shared/ui/Skeleton.tsx";
import { visuallyHidden } from "../../../../../shared/ui/style/visuallyHidden.ts";
import { useQuery } from "../../../../parts/useQuery.ts";
import { useShortcuts } from "../../../../parts/useShortcuts.ts";
import { closeConversation } from "../../../../state/conversations/threads/conversation.ts";
import {
  agentOfThread,
  loadAgentOfThread,
  loadAllFilters,
  watchAllInbox,
} from "../../../../state/conversations/inbox/allInbox.ts";
import { loadThreads, nameList, threads } from "../../../../state/conversations/threads/threads.ts";
import type { ThreadView } from "../../../../state/conversations/threads/threads.ts";
import { allAgents, paths } from "../../../../state/shell/paths.ts";
import { readView } from "../filters.ts";
import { inboxKeys } from "../inboxKeys.ts";
import { panes } from "../panes.ts";
import { ThreadList } from "../ThreadList.tsx";
import { OpenThread, ThreadGone } from "../openThread.ts";
import { NothingOpen } from "../NothingOpen.tsx";

/** The conversations of all agents that the member may reach, and beside them the one that is open. */
export default function AllInbox(): ReactNode {
  const { orgId = "", threadId } = useParams();
  const query = useQuery();
  const viewText = JSON.stringify(readView(query.read));
  // The same view stays the same value, however often it is drawn.
  const view = useMemo(() => JSON.parse(viewText) as ThreadView, [viewText]); // written one line above
  const place = { orgId, agentId: allAgents };
  useShortcuts(inboxKeys);
  useEffect(() => {
    void loadThreads({ orgId, agentId: allAgents, view });
    return watchAllInbox({ orgId, view });
  }, [orgId, view]);
  useEffect(() => void loadAllFilters(orgId), [orgId]);
  useEffect(() => closeConversation, []);
  return (
    <>
      <h1 className={visuallyHidden}>Inbox</h1>
      <div className={panes} data-open={threadId ? "" : undefined}>
        <ThreadList place={place} view={view} openId={threadId} isTable={false} />
        <Suspense fallback={<div />}>
          {threadId ? (
            <Beside key={threadId} orgId={orgId} threadId={threadId} view={view} />
          ) : (
            <NothingOpen list={nameList({ agentId: allAgents, view })} />
          )}
        </Suspense>
      </div>
    </>
  );
}

/** The conversation of a link, whose agent the list knows, or else the server. */
function Beside({ orgId, threadId, view }: { orgId: string; threadId: string; view: ThreadView }): ReactNode {
  const listed = useSnapshot(threads).data?.items.find(({ id }) => id === threadId);
  const { data, error } = useSnapshot(agentOfThread);
  const agentId = data?.of === threadId ? data.agentId : listed?.agentId;
  const isUnknown = agentId === undefined;
  useEffect(() => {
    if (isUnknown) void loadAgentOfThread(orgId, threadId);
  }, [isUnknown, orgId, threadId]);
  if (agentId) return <OpenThread key={agentId} place={{ orgId, agentId, threadId }} view={view} />;
  if (error) return <ThreadGone back={paths.inbox(orgId) + location.search} />;
  return <Skeleton height="100%" />;
}
