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
import { findNews, isTakenOver } from "./findNews.ts";
import type { News, NewsKind, ThreadsKnown } from "./findNews.ts";
import { inOneTab } from "./inOneTab.ts";

/** Tells of what comes in, in one tab of the browser, until the function it gives is called. */
export function watchForNews(place: AgentPlace): () => void {
  const known: ThreadsKnown = new Map();
  return watchAgent(place.agentId, {
    onEvent: (event) => {
      const news = findNews(known, event);
      if (!news) return;
      // A member's stream carries threads as the team sees them.
      const thread = (event as Extract<LiveEvent, { type: "thread" }>).thread as Thread;
      tellInOneTab(place, { ...news, thread, isPast: () => isTakenOver(known, news.kind, thread) });
    },
    hearsHidden: true,
  });
}

interface ThreadNews extends News {
  thread: Thread;
  /** Whether something else that came meanwhile tells more. */
  isPast: () => boolean;
}

function tellInOneTab(place: AgentPlace, { name, kind, thread, isPast }: ThreadNews): void {
  // Where somebody reads it, no other tab is to tell of it either.
  if (isLookedAt(thread)) return void inOneTab(name);
  const sound = soundOf(kind, thread);
  if (isVoiceless(sound)) return;
  void inOneTab(name, async () => {
    if (isPast() || !(await mayTell(place, { kind, threadId: thread.id }))) return;
    // First: a browser lets a page sound only once somebody pressed something there, and keeps it waiting for that.
    tellOf(place, { kind, threadId: thread.id });
    await ring(sound);
  });
}

function isLookedAt({ id }: Thread): boolean {
  return !document.hidden && location.pathname.endsWith(`/${id}`);
}

/** Whether this tab could only keep others from telling: it shows no note, and has no sound or was never pressed in. */
function isVoiceless(sound: SoundKind): boolean {
  const isHeard = sounds(sound) && navigator.userActivation?.hasBeenActive !== false;
  return !isHeard && !showsNotes();
}

function soundOf(kind: NewsKind, { assignee }: Thread): SoundKind {
  if (kind === "mention") return kind;
  return assignee ? "mine" : "waiting";
}

interface Told {
  kind: NewsKind;
  threadId: string;
}

/** Whether the user wants to hear of it: never in their quiet hours, and of what they muted only what is theirs by name. */
async function mayTell(place: AgentPlace, { kind, threadId }: Told): Promise<boolean> {
  await readQuiet(place);
  if (isQuietNow()) return false;
  return kind === "mention" || kind === "assigned" || !quiet.mutedIds.includes(threadId);
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
  assigned: "A conversation was given to you.",
  back: "A visitor waits for the team again.",
  overdue: "A reply is overdue.",
  woken: "The snooze of a conversation is over.",
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
