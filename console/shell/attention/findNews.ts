import type { LiveEvent, Message, Thread } from "../../../shared/contract/conversations/conversations.ts";
import { findEventNews } from "../../../shared/domain/eventNews.ts";
import type { EventNews } from "../../../shared/domain/eventNews.ts";
import { authentication } from "../../state/accounts/authentication.ts";
import { namesUser } from "../../state/conversations/messages/mentions.ts";

type SaidKind = "mention" | Exclude<EventNews, "asked">;

/** Why something is news to the user: somebody waits for a person, it is theirs, a note names them, or what happened there. */
export type NewsKind = "waiting" | "mine" | SaidKind;

/** Something that came in, by a name that it has in every tab. */
export interface News {
  name: string;
  kind: NewsKind;
}

/** What was heard of a conversation. */
interface ThreadKnown {
  unread: number;
  /** When something was last said before it was given to the user. */
  saidBefore?: number | undefined;
  /** What its next event is about. */
  said?: { message: Message; kind: SaidKind };
}
export type ThreadsKnown = Map<string, ThreadKnown>;
const unknownThread: ThreadKnown = { unread: 0 };

/**
 * What came longer ago than this is no news when it is told. A browser wakes a hidden tab once a minute, and what can't be
 * heard then may be heard the next time.
 */
export const newsWorthMs = 180_000;

/** Gives what a live event has that is news to the user, and keeps what it says for the next one. */
export function findNews(known: ThreadsKnown, event: LiveEvent): News | null {
  if (event.type === "message") {
    const { message } = event;
    const kind = namesUser(event) ? "mention" : findHappened(message);
    if (kind)
      known.set(message.threadId, {
        ...(known.get(message.threadId) ?? unknownThread),
        said: { message, kind },
      });
    return null;
  }
  if (event.type !== "thread") return null;
  const thread = event.thread as Thread; // a member's stream carries threads as the team sees them
  const { unread: before, said, saidBefore } = known.get(thread.id) ?? unknownThread;
  const { unread, lastActivityAt } = thread;
  known.set(thread.id, { unread, saidBefore });
  if (said && isRecent(said.message.createdAt) && isForUser(said, thread)) {
    if (said.kind === "assigned") known.set(thread.id, { unread, saidBefore: lastActivityAt });
    return { name: said.message.id, kind: said.kind };
  }
  if (unread <= before || !isRecent(lastActivityAt) || !isTheirs(thread)) return null;
  return { name: `${thread.id} ${lastActivityAt}`, kind: thread.assignee ? "mine" : "waiting" };
}

/**
 * Whether what was said last in a conversation is no longer news because it was given to the user: who asks for a
 * person is given to one in the same moment, and nobody is told of it twice.
 */
export function isTakenOver(known: ThreadsKnown, kind: NewsKind, { id, lastActivityAt }: Thread): boolean {
  return (kind === "waiting" || kind === "mine") && known.get(id)?.saidBefore === lastActivityAt;
}

/** What somebody else did, or what happened by itself; that a person is asked for is told as what is unread. */
function findHappened(message: Message): SaidKind | undefined {
  const news = findEventNews(message);
  return news === "asked" || message.author?.id === ownId() ? undefined : news;
}

function isForUser({ kind, message }: NonNullable<ThreadKnown["said"]>, thread: Thread): boolean {
  if (kind === "mention") return true;
  if (kind === "assigned") return isOwn(thread);
  if (kind === "approval") return message.about?.memberIds?.includes(ownId()) ?? isOwnOrNobodys(thread);
  return isTheirs(thread) && (kind !== "back" || thread.personRequestedAt !== null);
}

/** In the hands of people, and the user's or nobody's yet. */
function isTheirs(thread: Thread): boolean {
  return thread.handledBy === "human" && isOwnOrNobodys(thread);
}

function isOwnOrNobodys({ assignee, preview }: Thread): boolean {
  return !preview && (!assignee || assignee.id === ownId());
}

function isOwn({ assignee }: Thread): boolean {
  return assignee?.id === ownId();
}

function ownId(): string {
  return authentication.user?._id ?? "";
}

function isRecent(at: number): boolean {
  return Date.now() - at <= newsWorthMs;
}
