import type { LiveEvent, Message, Thread } from "../../shared/contract/conversations.ts";
import { showToast } from "../../shared/ui/toasts.ts";
import { authentication } from "./authentication.ts";
import { conversation } from "./conversation.ts";
import { note } from "./notices.ts";
import type { AgentPlace } from "./paths.ts";
import { inboxPath } from "./paths.ts";

/** The newest note that names somebody, by its thread: the thread's own event, which follows, says whether it is oneself. */
const notes = new Map<string, Message>();
const told = new Set<string>();
/** Conversations that named the user in an unread note when they were heard of last. */
const naming = new Set<string>();

/** Whether a conversation names the user in a note that they have not read. */
export function isNamed({ mentionedIds }: { mentionedIds: readonly string[] }): boolean {
  return mentionedIds.includes(authentication.user?._id ?? "");
}

/**
 * Whether a note of somebody else's may name the user. Nobody's console knows who is in a team: of those named by one, a
 * thread that named the user in no unread note before says whether they are among them.
 */
export function namesUser({ author, about }: Message, wasNamed: boolean): boolean {
  const userId = authentication.user?._id;
  if (author?.id === userId) return false;
  return !!about?.mentions?.some(({ kind, id }) => (kind === "person" ? id === userId : !wasNamed));
}

/** Tells the user by a word and in the bell that a note names them, once, unless they look at it. */
export function takeMention(place: AgentPlace, event: LiveEvent): void {
  if (event.type === "message" && event.message.about?.mentions)
    notes.set(event.message.threadId, event.message);
  if (event.type !== "thread") return;
  // A member's stream carries threads as the team sees them.
  const thread = event.thread as Thread;
  const named = notes.get(thread.id);
  notes.delete(thread.id);
  const wasNamed = naming.has(thread.id);
  if (!isNamed(thread)) return void naming.delete(thread.id);
  naming.add(thread.id);
  if (!named || told.has(named.id) || !namesUser(named, wasNamed)) return;
  told.add(named.id);
  if (conversation.threadId === thread.id && !document.hidden) return;
  const text = `${named.author?.name ?? "Somebody"} named you in a note: ${thread.title || thread.contact.name}`;
  const path = `${inboxPath(place)}/${thread.id}`;
  note({ text, tone: "success", path });
  showToast(text);
}
