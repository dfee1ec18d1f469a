import { useMemo } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { Avatar } from "../../../../shared/ui/Avatar.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { MessageBubble } from "../../../../shared/ui/MessageBubble.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { TypingDots } from "../../../../shared/ui/TypingDots.tsx";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { useQuery } from "../../../parts/useQuery.ts";
import { conversation, loadOlderMessages } from "../../../state/conversations/threads/conversation.ts";
import type { ShownMessage, ThreadPlace } from "../../../state/conversations/threads/conversation.ts";
import { typing } from "../../../state/conversations/visitors/typing.ts";
import { MessageItem } from "./MessageItem.tsx";
import { PendingItem } from "./PendingItem.tsx";
import { useMarkRead } from "./useMarkRead.ts";
import { useNewBelow } from "./useNewBelow.ts";
import { usePending } from "./usePending.ts";
import { useStickToEnd } from "./useStickToEnd.ts";
import { NewerMessages } from "./NewerMessages.tsx";
import { NewBelow } from "./NewBelow.tsx";

interface MessageListProps {
  agent: Pick<Agent, "name" | "icon">;
  place: ThreadPlace;
  contactName: string;
  /** The visitor has read the messages below this position. */
  readTo: number;
}

/** Messages of one author within this time stand under one heading. */
const togetherMs = 5 * 60_000;

/** What was said, oldest first; the end stays in sight while text comes, unless somebody reads further up. */
export function MessageList({ agent, place, contactName, readTo }: MessageListProps): ReactNode {
  const { messages, hasMore, hasNewer, ledTo } = useSnapshot(conversation);
  const pending = usePending(place.threadId);
  const older = useAction(() => loadOlderMessages(place));
  const isTyping = useSnapshot(typing).threadIds.includes(place.threadId);
  const last = messages.at(-1);
  // One that was not sent says why below it.
  const sending = `${pending.length} ${pending.filter(({ error }) => error).length}`;
  const end = `${messages.length} ${last?.id} ${last?.content.length} ${last?.status} ${sending} ${isTyping}`;
  const readId = messages.findLast(
    ({ role, audience, position }) => role === "support" && !audience && position < readTo,
  )?.id;
  // Until then the end shows for an instant only.
  const isLed = ["", ledTo].includes(useQuery().read("message"));
  const { list: scroller, isAtEnd, seesEnd, goToEnd } = useStickToEnd(end, messages[0]?.id, !hasNewer);
  const isEndInSight = isAtEnd && !hasNewer && last !== undefined;
  const newBelow = useNewBelow(isEndInSight);
  useMarkRead(place, isEndInSight && isLed, seesEnd);
  const names = useMemo(() => ({ agent: agent.name, contact: contactName }), [agent.name, contactName]);
  return (
    <div className={frame}>
      <div ref={scroller} className={scrolled} role="log" aria-label="Messages" tabIndex={0}>
        <div className={list}>
          {hasMore && (
            <Button kind="quiet" size="small" isBusy={older.isBusy} onClick={() => older.run()}>
              Show older messages
            </Button>
          )}
          {older.error && <ErrorNotice error={older.error} />}
          {messages.map((message, index) => (
            <div key={message.id} data-message={message.id}>
              <MessageItem
                message={message}
                place={place}
                names={names}
                agentIcon={agent.icon}
                hasHeader={!follows(message, messages[index - 1])}
                isRead={message.id === readId}
              />
            </div>
          ))}
          {hasNewer && <NewerMessages place={place} />}
          {pending.map((one) => (
            <PendingItem key={one.clientId} pending={one} />
          ))}
          {isTyping && (
            <MessageBubble
              author={`${contactName} is writing`}
              side="other"
              isBusy
              avatar={<Avatar name={contactName} size={28} />}
            >
              <TypingDots />
            </MessageBubble>
          )}
        </div>
      </div>
      {/* There before it says something, so that screen readers tell of it. */}
      <div role="status" aria-label="Below" className={below}>
        {newBelow > 0 && <NewBelow {...{ place, hasNewer, goToEnd }} count={newBelow} />}
      </div>
    </div>
  );
}

function follows(message: ShownMessage, before: ShownMessage | undefined): boolean {
  if (before?.kind !== "text" || before.audience || message.kind !== "text" || before.role !== message.role)
    return false;
  return before.author?.id === message.author?.id && message.createdAt - before.createdAt < togetherMs;
}

const frame = css`
  position: relative;
  display: grid;
  grid-template: minmax(0, 1fr) / minmax(0, 1fr);
  min-height: 0;
`;
const below = css`
  position: absolute;
  inset: auto 0 12px;
  display: flex;
  justify-content: center;
  pointer-events: none;
`;
/** Positioned, so that what is there only for screen readers stays inside and does not lengthen the page. */
const scrolled = css`
  position: relative;
  overflow-y: auto;
  /* Nothing that has the focus stands below the way to the end. */
  scroll-padding-block-end: 56px;
  background: var(--ph-canvas);
  &:focus-visible {
    outline-offset: -3px;
  }
`;
const list = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 10px;
  padding: 20px;
  & > button {
    justify-self: center;
  }
  /* Where a name is long the time goes below it. */
  & article > div > [aria-hidden] {
    flex-wrap: wrap;
    row-gap: 0;
  }
  & article b {
    overflow-wrap: anywhere;
  }
  @media (max-width: 768px) {
    padding: 14px 12px;
  }
`;
