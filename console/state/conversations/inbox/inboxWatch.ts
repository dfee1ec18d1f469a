import type { Thread } from "../../../../shared/contract/conversations/conversations.ts";
import type { ScheduledReply } from "../../../../shared/contract/conversations/messages/scheduledReply.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import { conversation, hearThread, readNewestMessages, takeMessages } from "../threads/conversation.ts";
import type { ThreadPlace } from "../threads/conversation.ts";
import { isNamed, takeMention } from "../messages/mentions.ts";
import { live, watchAgent } from "../../platform/live.ts";
import type { AgentPlace } from "../../shell/paths.ts";
import { takePresence } from "../visitors/presence.ts";
import { loadInboxFilters, refreshInboxFilters, takeLabel } from "./inboxFilters.ts";
import { loadThreads, threads } from "../threads/threads.ts";
import type { ShownThread, ThreadView } from "../threads/threads.ts";
import { endTyping, takeTyping } from "../visitors/typing.ts";
import { dropOpenThread, openConversation } from "../threads/openConversation.ts";

/** How often the inbox is asked for without live events. */
const pollEveryMs = 5000;
/** How often an answer that is being written is read; the server stores its text four times a second. */
const followEveryMs = 600;

interface InboxPlace extends AgentPlace {
  view: ThreadView;
  /** The list has the conversations of all agents, and is kept as it is elsewhere. */
  isOfAll?: boolean;
}

/** Keeps a list of conversations, and the open one, as they are while somebody looks. */
export function watchInbox({ isOfAll, ...place }: InboxPlace): () => void {
  const readBesideList = () => {
    void loadInboxFilters(place);
    const { threadId } = conversation;
    if (threadId) void openConversation({ ...place, threadId });
  };
  const readAfresh = () => {
    if (!isOfAll) void loadThreads(place);
    readBesideList();
  };
  const stopHearing = watchAgent(place.agentId, {
    onEvent: (event) => {
      if (event.type === "typing") takeTyping(event);
      if (event.type === "presence") takePresence(event);
      if (event.type === "message") {
        takeMessages([event.message]);
        if (event.message.role === "user") endTyping(event.message.threadId);
      }
      takeMention(place, event);
      if (event.type === "scheduled" && event.reply?.held) void tellHeldLater(place, event.reply);
      if (event.type === "label") takeLabel(event.labelId, event.label);
      if (event.type === "customFields" || event.type === "views") void loadInboxFilters(place);
      if (event.type === "thread" || event.type === "threadGone") refreshInboxFilters(place);
      if (event.type === "threadGone") dropOpenThread({ ...place, threadId: event.threadId });
      // A member's stream carries threads as the team sees them.
      if (event.type === "thread") hearThread(event.thread as Thread);
    },
    onReadAfresh: readAfresh,
    hearsHidden: true,
  });
  const timer = setInterval(() => {
    if (live.isLive || document.hidden) return;
    // A long list that takes longer than this is read to its end.
    if (!isOfAll && threads.status !== "loading") void loadThreads(place);
    readBesideList();
  }, pollEveryMs);
  return () => {
    stopHearing();
    clearInterval(timer);
  };
}

/** It happens seldom: what tells of it comes then. */
async function tellHeldLater(place: AgentPlace, reply: ScheduledReply): Promise<void> {
  const { tellHeld } = await import("../messages/heldReplies.ts");
  tellHeld(place, reply);
}

/** While an answer of the open conversation is being written, reads on; live events tell its beginning and its end. */
export function followStreaming(place: ThreadPlace): () => void {
  let isReading = false;
  const timer = setInterval(() => {
    const isStreaming = conversation.messages.some(({ status }) => status === "streaming");
    if (!isStreaming || isReading || document.hidden) return;
    isReading = true;
    readNewestMessages(place)
      .catch((thrown: unknown) => console.warn(toRequestError(thrown).message))
      .finally(() => (isReading = false));
  }, followEveryMs);
  return () => clearInterval(timer);
}

/** Whether something of a conversation is new to the team, or to whom a note names. */
export function hasNews(thread: Pick<ShownThread, "unread" | "mentionedIds">): boolean {
  return thread.unread > 0 || isNamed(thread);
}
