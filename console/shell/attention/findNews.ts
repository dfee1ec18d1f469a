import type { LiveEvent, Message, Thread } from "../../../shared/contract/conversations.ts";
import { authentication } from "../../state/authentication.ts";

/** Why something is news to the user: somebody waits for a person, it is theirs, a note names them, it was given to them. */
export type NewsKind = "waiting" | "mine" | "mention" | "given";

/** Something that came in, by a name that it has in every tab. */
export interface News {
  name: string;
  kind: NewsKind;
}

/** What was heard of each conversation: how much was unread, and the message that its next event is about. */
export type ThreadsKnown = Map<string, { unread: number; message?: Message }>;

/** What came longer ago than this is no news when it is told. */
const newsMs = 60_000;

/** Gives what a live event has that is news to the user, and keeps what it says for the next one. */
export function findNews(known: ThreadsKnown, event: LiveEvent): News | null {
  if (event.type === "message") {
    const { threadId } = event.message;
    if (isPointed(event.message))
      known.set(threadId, { unread: known.get(threadId)?.unread ?? 0, message: event.message });
    return null;
  }
  if (event.type !== "thread") return null;
  const thread = event.thread as Thread; // a member's stream carries threads as the team sees them
  const { unread: before = 0, message } = known.get(thread.id) ?? {};
  known.set(thread.id, { unread: thread.unread });
  if (message && isRecent(message.createdAt)) {
    if (message.about?.mentions && thread.mentionedIds.includes(ownId()))
      return { name: message.id, kind: "mention" };
    if (message.kind === "event" && isOwn(thread)) return { name: message.id, kind: "given" };
  }
  if (thread.unread <= before || !isRecent(thread.lastActivityAt)) return null;
  if (thread.handledBy !== "human" || (thread.assignee && !isOwn(thread))) return null;
  return { name: `${thread.id} ${thread.lastActivityAt}`, kind: thread.assignee ? "mine" : "waiting" };
}

/** A note that names people, or that somebody else gave the conversation to whom it is now. */
function isPointed({ about, kind, content, author }: Message): boolean {
  if (about?.mentions) return true;
  return kind === "event" && content === "assigned" && author?.id !== ownId();
}

function isOwn({ assignee }: Thread): boolean {
  return assignee?.id === ownId();
}

function ownId(): string {
  return authentication.user?._id ?? "";
}

function isRecent(at: number): boolean {
  return Date.now() - at <= newsMs;
}
