import type { Thread } from "../../../shared/contract/conversations.ts";
import { agents } from "../../state/agents.ts";
import { authentication } from "../../state/authentication.ts";
import { showNote, showsNotes } from "../../state/browserNotes.ts";
import { inboxSound, ring } from "../../state/inboxSound.ts";
import { watchAgent } from "../../state/live.ts";
import { inboxPath } from "../../state/paths.ts";
import type { AgentPlace } from "../../state/paths.ts";
import { inOneTab } from "./inOneTab.ts";

/** What came longer ago than this is no news when it is told. */
const newsMs = 60_000;

/** Tells of what comes in, in one tab of the browser, until the function it gives is called. */
export function watchForNews(place: AgentPlace): () => void {
  const unread = new Map<string, number>();
  return watchAgent(place.agentId, {
    onEvent: (event) => {
      if (event.type !== "thread") return;
      const thread = event.thread as Thread; // a member's stream carries threads as the team sees them
      const before = unread.get(thread.id) ?? 0;
      unread.set(thread.id, thread.unread);
      if (thread.unread <= before || Date.now() - thread.lastActivityAt > newsMs) return;
      if (!isOurs(thread)) return;
      const news = `${thread.id} ${thread.lastActivityAt}`;
      // Where somebody reads it, no other tab is to tell of it either.
      if (isLookedAt(thread)) return void inOneTab(news);
      if (isMute()) return;
      void inOneTab(news, async () => {
        // First: a browser lets a page sound only once somebody pressed something there, and keeps it waiting for that.
        tellOf(place, thread);
        await ring();
      });
    },
    hearsHidden: true,
  });
}

function isOurs({ handledBy, assignee }: Thread): boolean {
  return handledBy === "human" && (assignee === null || assignee.id === authentication.user?._id);
}

function isLookedAt({ id }: Thread): boolean {
  return !document.hidden && location.pathname.endsWith(`/${id}`);
}

/** Whether this tab could only keep others from sounding: nobody pressed anything here yet, and it shows no note. */
function isMute(): boolean {
  return inboxSound.isOn && navigator.userActivation?.hasBeenActive === false && !showsNotes();
}

/** Says neither who wrote nor what: anybody may see the screen. */
function tellOf(place: AgentPlace, { id, assignee }: Thread): void {
  const agent = agents.items.find((one) => one.id === place.agentId);
  showNote({
    title: agent?.name ?? "Inbox",
    body: assignee ? "Something new in a conversation of yours." : "Something new where a person is wanted.",
    path: `${inboxPath(place)}/${encodeURIComponent(id)}`,
    tag: id,
  });
}
