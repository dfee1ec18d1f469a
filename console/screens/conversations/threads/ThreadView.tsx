import { Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { Link } from "wouter";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { FloatingPart } from "../../../parts/FloatingPart.tsx";
import { Forbidden } from "../../../parts/Forbidden.tsx";
import { lazy } from "../../../parts/lazy.ts";
import { useHeld } from "../../../parts/useHeld.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { conversation } from "../../../state/conversations/threads/conversation.ts";
import type { ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import { followStreaming } from "../../../state/conversations/inbox/inboxWatch.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { inboxPath } from "../../../state/shell/paths.ts";
import { isWaiting } from "../../../state/conversations/threads/threads.ts";
import { describeEvent } from "./describeEvent.ts";
import { MessageList } from "../messages/MessageList.tsx";
import { goesElsewhere } from "./goesElsewhere.ts";
import { ThreadHead } from "./ThreadHead.tsx";
import { ThreadSkeleton } from "./ThreadSkeleton.tsx";
import type { ThreadDialogName } from "./ThreadDialogs.tsx";
import { useThreadActions } from "./useThreadActions.ts";
import { WaitingNotice } from "./WaitingNotice.tsx";
import { openConversation } from "../../../state/conversations/threads/openConversation.ts";
import { ChannelBar, ThreadApprovals } from "./foot.ts";
import { ThreadGone } from "./ThreadGone.tsx";

/** Nobody waits for it to read. */
const ReplyBar = lazy(() => import("../messages/ReplyBar.tsx"));
const ThreadDetails = lazy(() => import("./ThreadDetails.tsx"));
const ThreadDialogs = lazy(() => import("./ThreadDialogs.tsx"));
/** Seldom asked for, and heavy beside the rest. */
const WhyDialog = lazy(() => import("../answers/WhyDialog.tsx"));

interface ThreadViewProps {
  agent: Snapshot<Agent>;
  place: ThreadPlace;
}

/** One conversation: what was said, as it is said, who answers, and the reply. */
export function ThreadView({ agent, place }: ThreadViewProps): ReactNode {
  const state = useSnapshot(conversation);
  const { orgId, agentId, threadId } = place;
  const [showsDetails, setShowsDetails] = useState(false);
  const [asked, setAsked] = useState<ThreadDialogName | null>(null);
  const query = useQuery();
  const whyId = query.read("why");
  const actions = useThreadActions(place);
  const isOpen = state.threadId === threadId;
  const thread = isOpen ? state.thread : null;
  const isHeld = useHeld(!isOpen || (state.status === "loading" && !thread));

  useEffect(() => {
    void openConversation({ orgId, agentId, threadId });
    return followStreaming({ orgId, agentId, threadId });
  }, [orgId, agentId, threadId]);

  const back = inboxPath({ orgId, agentId }) + location.search;
  if (!thread && isHeld) return <ThreadSkeleton />;
  if (!thread) {
    if (state.error?.code === "not_found") return <ThreadGone back={back} />;
    if (state.error?.code === "forbidden") return <Forbidden needs="conversations.read" />;
    return (
      <div className={failed}>
        <Link href={back}>Back to the list</Link>
        {state.error && <ErrorNotice error={state.error} onRetry={() => openConversation(place)} />}
      </div>
    );
  }
  return (
    <div className={frame} data-details={showsDetails ? "" : undefined}>
      <section aria-label={`Conversation with ${thread.contact.name}`}>
        <ThreadHead
          thread={thread}
          back={back}
          actions={actions}
          mayReply={mayDo("conversations.reply")}
          showsDetails={showsDetails}
          onAsk={setAsked}
          onDetails={() => setShowsDetails(!showsDetails)}
          isPaused={agent.status === "paused"}
        />
        <Suspense fallback={<ThreadSkeleton />}>
          <MessageList
            agent={agent}
            place={place}
            contactName={thread.contact.name}
            readTo={thread.visitorReadTo}
          />
        </Suspense>
        <div className={foot}>
          {isWaiting(thread) && <WaitingNotice since={thread.personRequestedAt ?? 0} />}
          {state.error && <ErrorNotice error={state.error} onRetry={() => openConversation(place)} />}
          {actions.error && <ErrorNotice error={actions.error} />}
          {thread.approvals > 0 && (
            <Suspense fallback={null}>
              <ThreadApprovals place={place} count={thread.approvals} changedAt={thread.lastActivityAt} />
            </Suspense>
          )}
          {goesElsewhere(thread) && (
            <Suspense fallback={null}>
              <ChannelBar key={threadId} place={place} surface={thread.surface} />
            </Suspense>
          )}
          {mayDo("conversations.reply") && (
            <Suspense fallback={<div className={toWrite} />}>
              <ReplyBar
                key={threadId}
                agentName={agent.name}
                isPaused={agent.status === "paused"}
                place={place}
                thread={thread}
                actions={actions}
                onHandBack={() => setAsked("handBack")}
              />
            </Suspense>
          )}
        </div>
      </section>
      <Suspense fallback={<aside />}>
        <ThreadDetails place={place} thread={thread} onAsk={setAsked} describe={describeEvent} />
      </Suspense>
      <FloatingPart resetOn={asked ?? ""}>
        {asked && (
          <ThreadDialogs
            name={asked}
            agentName={agent.name}
            place={place}
            thread={thread}
            describe={describeEvent}
            onClose={() => setAsked(null)}
          />
        )}
      </FloatingPart>
      <FloatingPart resetOn={whyId}>
        {whyId && (
          <WhyDialog place={{ ...place, messageId: whyId }} onClose={() => query.set({ why: null })} />
        )}
      </FloatingPart>
    </div>
  );
}

const frame = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  min-width: 0;
  min-height: 0;
  & > section {
    display: grid;
    grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr);
    min-width: 0;
    min-height: 0;
  }
  & > aside {
    width: 280px;
  }
  @container inbox (max-width: 1060px) {
    &:not([data-details]) > aside {
      display: none;
    }
    &[data-details] {
      grid-template-columns: minmax(0, 1fr);
      grid-template-rows: auto minmax(0, 1fr);
    }
    &[data-details] > section {
      display: block;
    }
    &[data-details] > section > :not(header) {
      display: none;
    }
    & > aside {
      width: auto;
      padding-inline: max(16px, 50% - 280px);
      border: 0;
    }
  }
`;
const foot = css`
  anchor-name: --ph-foot;
  display: grid;
  gap: 8px;
  padding: 10px 16px 14px;
  border-top: 1px solid var(--ph-line);
`;
const toWrite = css`
  height: 86px;
`;
const failed = css`
  display: grid;
  gap: 12px;
  align-content: start;
  padding: 24px;
  & > a {
    justify-self: start;
  }
`;
