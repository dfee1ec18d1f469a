import type { LiveEvent, Thread } from "../../../shared/contract/conversations.ts";
import { findQuiet } from "../../../shared/domain/quietHours.ts";
import { agents } from "../../state/agents.ts";
import { showNote, showsNotes } from "../../state/browserNotes.ts";
import { ring, sounds } from "../../state/inboxSound.ts";
import type { SoundKind } from "../../state/inboxSound.ts";
import { watchAgent } from "../../state/live.ts";
import { inboxPath } from "../../state/paths.ts";
import type { AgentPlace } from "../../state/paths.ts";
import { quiet, readQuiet } from "../../state/quiet.ts";
import { findNews } from "./findNews.ts";
import type { News, NewsKind, ThreadsKnown } from "./findNews.ts";
import { inOneTab } from "./inOneTab.ts";

/** Tells of what comes in, in one tab of the browser, until the function it gives is called. */
export function watchForNews(place: AgentPlace): () => void {
  const known: ThreadsKnown = new Map();
  return watchAgent(place.agentId, {
    onEvent: (event) => {
      const news = findNews(known, event);
      // A member's stream carries threads as the team sees them.
      if (news) tellInOneTab(place, news, (event as Extract<LiveEvent, { type: "thread" }>).thread as Thread);
    },
    hearsHidden: true,
  });
}

function tellInOneTab(place: AgentPlace, { name, kind }: News, thread: Thread): void {
  // Where somebody reads it, no other tab is to tell of it either.
  if (isLookedAt(thread)) return void inOneTab(name);
  if (isVoiceless(kind)) return;
  void inOneTab(name, async () => {
    if (!(await mayTell(place, { kind, threadId: thread.id }))) return;
    // First: a browser lets a page sound only once somebody pressed something there, and keeps it waiting for that.
    tellOf(place, { kind, threadId: thread.id });
    await ring(soundOf(kind));
  });
}

function isLookedAt({ id }: Thread): boolean {
  return !document.hidden && location.pathname.endsWith(`/${id}`);
}

/** Whether this tab could only keep others from telling: it shows no note, and has no sound or was never pressed in. */
function isVoiceless(kind: NewsKind): boolean {
  const isHeard = sounds(soundOf(kind)) && navigator.userActivation?.hasBeenActive !== false;
  return !isHeard && !showsNotes();
}

function soundOf(kind: NewsKind): SoundKind {
  return kind === "given" ? "mine" : kind;
}

interface Told {
  kind: NewsKind;
  threadId: string;
}

/** Whether the user wants to hear of it: never in their quiet hours, and of what they muted only what is theirs by name. */
async function mayTell(place: AgentPlace, { kind, threadId }: Told): Promise<boolean> {
  await readQuiet(place);
  if (isQuietNow()) return false;
  return kind === "mention" || kind === "given" || !quiet.mutedIds.includes(threadId);
}

/** A zone that this browser does not know keeps nothing away. */
function isQuietNow(): boolean {
  try {
    return findQuiet(quiet.quietHours, Date.now()).isQuiet;
  } catch {
    return false;
  }
}

const words: Record<NewsKind, string> = {
  waiting: "Something new where a person is wanted.",
  mine: "Something new in a conversation of yours.",
  mention: "You are named in a note.",
  given: "A conversation was given to you.",
};

/** Says neither who wrote nor what: anybody may see the screen. */
function tellOf(place: AgentPlace, { kind, threadId }: Told): void {
  const agent = agents.items.find((one) => one.id === place.agentId);
  showNote({
    title: agent?.name ?? "Inbox",
    body: words[kind],
    path: `${inboxPath(place)}/${encodeURIComponent(threadId)}`,
    tag: threadId,
  });
}
