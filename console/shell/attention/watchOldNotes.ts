import type { Thread } from "../../../shared/contract/conversations/conversations.ts";
import { watchAgent } from "../../state/platform/live.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import {
  closeMissedNotifications,
  closeNotifications,
  closeStaleNotifications,
} from "../../state/notifications/shownNotifications.ts";

/** Closes the device's notes about an agent's conversations that are old news, until the function it gives is called. */
export function watchOldNotes(place: AgentPlace): () => void {
  const closeMissed = () => closeOldNotesOf(place.orgId, [place.agentId]);
  closeMissed();
  return watchAgent(place.agentId, {
    onEvent: (event) => {
      // A member's stream carries threads as the team sees them.
      if (event.type === "thread") quietly(closeStaleNotifications(event.thread as Thread));
      if (event.type === "threadGone") quietly(closeNotifications(event.threadId));
    },
    onReadAfresh: closeMissed,
    hearsHidden: true,
  });
}

/** Closes those about agents' conversations that became old news while nobody heard of it. */
export function closeOldNotesOf(orgId: string, agentIds: readonly string[]): void {
  if (agentIds.length > 0) quietly(closeMissedNotifications(orgId, agentIds));
}

/**
 * Closes the notes about the conversation that this page shows, as soon and whenever somebody looks at the tab; by an agent's
 * id the one of all that wait again there.
 */
export function closeNotesLookedAt(id: string): () => void {
  const close = () => {
    if (!document.hidden) quietly(closeNotifications(id));
  };
  close();
  document.addEventListener("visibilitychange", close);
  return () => document.removeEventListener("visibilitychange", close);
}

/** A browser that does not tell what it shows keeps its notes until somebody closes them. */
function quietly(work: Promise<void>): void {
  work.catch((thrown: unknown) => console.warn(thrown));
}
