import type { LiveEvent, Message, Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { authentication } from "../../accounts/authentication.ts";
import { conversation } from "../threads/conversation.ts";
import { note } from "../../notifications/notices.ts";
import type { AgentPlace } from "../../shell/paths.ts";
import { inboxPath } from "../../shell/paths.ts";

export type HeardMessage = Extract<LiveEvent, { type: "message" }>;

/** The newest note that names the user, by its thread, until the thread's own event, which follows, says what that is. */
const notes = new Map<string, Message>();
const told = new Set<string>();

/** Whether a conversation names the user in a note that they have not read. */
export function isNamed({ mentionedIds }: { mentionedIds: readonly string[] }): boolean {
  return mentionedIds.includes(authentication.user?._id ?? "");
}

/** Whether a note that was heard of names the user, by themselves or by their team, and they have not read it. */
export function namesUser({ namedIds = [] }: HeardMessage): boolean {
  return isNamed({ mentionedIds: namedIds });
}

/** Tells the user by a word and in the bell that a note names them, once, unless they look at it. */
export function takeMention(place: AgentPlace, event: LiveEvent): void {
  if (event.type === "message" && namesUser(event)) notes.set(event.message.threadId, event.message);
  if (event.type !== "thread") return;
  // A member's stream carries threads as the team sees them.
  const thread = event.thread as Thread;
  const named = notes.get(thread.id);
  notes.delete(thread.id);
  if (!named || told.has(named.id)) return;
  told.add(named.id);
  if (conversation.threadId === thread.id && !document.hidden) return;
  const text = `${named.author?.name ?? "Somebody"} named you in a note: ${thread.title || thread.contact.name}`;
  const path = `${inboxPath(place)}/${thread.id}`;
  note({ text, tone: "success", path });
  showToast(text);
}
