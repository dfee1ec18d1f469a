import type { LiveEvent, Message, Thread } from "../../../shared/contract/conversations.ts";
import { authentication } from "../../state/authentication.ts";
import { isNamed, namesUser } from "../../state/mentions.ts";

/** Why something is news to the user: somebody waits for a person, it is theirs, a note names them, it was given to them. */
export type NewsKind = "waiting" | "mine" | "mention" | "given";

/** Something that came in, by a name that it has in every tab. */
export interface News {
  name: string;
  kind: NewsKind;
}

/** What was heard of a conversation: how much was unread, and whether a note that names the user was. */
interface ThreadKnown {
  unread: number;
  wasNamed: boolean;
  /** What its next event is about. */
  message?: Message;
}
export type ThreadsKnown = Map<string, ThreadKnown>;
const unheardOf: ThreadKnown = { unread: 0, wasNamed: false };

/** What came longer ago than this is no news when it is told. */
const newsMs = 60_000;

/** Gives what a live event has that is news to the user, and keeps what it says for the next one. */
export function findNews(known: ThreadsKnown, event: LiveEvent): News | null {
  if (event.type === "message") {
    const { threadId } = event.message;
    if (isPointed(event.message))
      known.set(threadId, { ...(known.get(threadId) ?? unheardOf), message: event.message });
    return null;
  }
  if (event.type !== "thread") return null;
  const thread = event.thread as Thread; // a member's stream carries threads as the team sees them
  const { unread: before, wasNamed, message } = known.get(thread.id) ?? unheardOf;
  known.set(thread.id, { unread: thread.unread, wasNamed: isNamed(thread) });
  if (message && isRecent(message.createdAt)) {
    if (isNamed(thread) && namesUser(message, wasNamed)) return { name: message.id, kind: "mention" };
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
