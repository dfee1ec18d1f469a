import type { LiveEvent, Message, Thread } from "../../../shared/contract/conversations.ts";
import { authentication } from "../../state/authentication.ts";
import { namesUser } from "../../state/mentions.ts";

/** Why something is news to the user: somebody waits for a person, it is theirs, a note names them, it was given to them. */
export type NewsKind = "waiting" | "mine" | "mention" | "given";

/** Something that came in, by a name that it has in every tab. */
export interface News {
  name: string;
  kind: NewsKind;
}

/** What was heard of a conversation. */
interface ThreadKnown {
  unread: number;
  /** What its next event is about. */
  said?: { message: Message; kind: "mention" | "given" };
}
export type ThreadsKnown = Map<string, ThreadKnown>;
const unheardOf: ThreadKnown = { unread: 0 };

/** What came longer ago than this is no news when it is told. */
const newsMs = 60_000;

/** Gives what a live event has that is news to the user, and keeps what it says for the next one. */
export function findNews(known: ThreadsKnown, event: LiveEvent): News | null {
  if (event.type === "message") {
    const { message } = event;
    const kind = namesUser(event) ? "mention" : isGiven(message) && "given";
    if (kind)
      known.set(message.threadId, { ...(known.get(message.threadId) ?? unheardOf), said: { message, kind } });
    return null;
  }
  if (event.type !== "thread") return null;
  const thread = event.thread as Thread; // a member's stream carries threads as the team sees them
  const { unread: before, said } = known.get(thread.id) ?? unheardOf;
  known.set(thread.id, { unread: thread.unread });
  if (said && isRecent(said.message.createdAt) && (said.kind === "mention" || isOwn(thread)))
    return { name: said.message.id, kind: said.kind };
  if (thread.unread <= before || !isRecent(thread.lastActivityAt)) return null;
  if (thread.handledBy !== "human" || (thread.assignee && !isOwn(thread))) return null;
  return { name: `${thread.id} ${thread.lastActivityAt}`, kind: thread.assignee ? "mine" : "waiting" };
}

/** Somebody else gave the conversation to whom it is now. */
function isGiven({ kind, content, author }: Message): boolean {
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
