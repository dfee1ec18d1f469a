import type { Thread } from "../../../shared/contract/conversations/conversations.ts";
import type { Quiet } from "../../../shared/contract/notifications/quiet.ts";
import type { NoteAbout } from "../../../shared/domain/push.ts";
import { findQuiet } from "../../../shared/domain/quietHours.ts";
import { agents } from "../../state/agents/agents.ts";
import { showNote, showsNotes } from "../../state/notifications/browserNotifications.ts";
import { ring, sounds } from "../../state/conversations/inbox/inboxSound.ts";
import type { SoundKind } from "../../state/conversations/inbox/inboxSound.ts";
import { inboxPath } from "../../state/shell/paths.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import type { News, NewsKind } from "./findNews.ts";
import { inOneTab } from "./inOneTab.ts";

/** Gives when the user wants to hear nothing of an agent, and of which of its conversations; null where nobody can say. */
export type AskQuiet = (place: AgentPlace) => Promise<Readonly<Quiet> | null>;

export interface ThreadNews extends News {
  thread: Thread;
  /** Whether something else that came meanwhile tells more. */
  isPast: () => boolean;
}

/** Tells of something in one tab of the browser, by a sound and by a note, where the user wants to hear of it. */
export function tellInOneTab(
  place: AgentPlace,
  { name, kind, thread, isPast }: ThreadNews,
  askQuiet: AskQuiet,
): void {
  // Where somebody reads it, no other tab is to tell of it either.
  if (isLookedAt(thread)) return void inOneTab(name);
  const sound = soundOf(kind, thread);
  if (isVoiceless(sound)) return;
  void inOneTab(name, async () => {
    const quiet = isPast() ? null : await askQuiet(place);
    if (!quiet || !mayTell(quiet, { kind, threadId: thread.id })) return;
    // First: a browser lets a page sound only once somebody pressed something there, and keeps it waiting for that.
    tellOf(place, { kind, threadId: thread.id });
    await ring(sound);
  });
}

/** Whether somebody looks at a conversation in this tab. */
export function isLookedAt({ id }: Thread): boolean {
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
export function mayTell({ quietHours, mutedIds }: Readonly<Quiet>, { kind, threadId }: Told): boolean {
  if (isQuietNow(quietHours)) return false;
  return kind === "mention" || kind === "assigned" || !mutedIds.includes(threadId);
}

/** A zone that this browser does not know keeps nothing away. */
function isQuietNow(quietHours: Quiet["quietHours"]): boolean {
  try {
    return findQuiet(quietHours, Date.now()).isQuiet;
  } catch {
    return false;
  }
}

const abouts: Record<NewsKind, NoteAbout> = {
  ...{ waiting: "message", mine: "message", mention: "mentioned" },
  ...{ assigned: "assigned", back: "back", overdue: "overdue", woken: "woken", approval: "approval" },
};

/** What is said of each kind of news: neither who wrote nor what. */
export const newsWords: Record<NewsKind, string> = {
  waiting: "News in a conversation that needs a person.",
  mine: "News in one of your conversations.",
  mention: "You’re mentioned in a note.",
  assigned: "A conversation was assigned to you.",
  back: "A visitor is waiting again.",
  overdue: "A reply is overdue.",
  woken: "A snoozed conversation is back.",
  approval: "An action needs your approval.",
};

/** Says neither who wrote nor what: anybody may see the screen. */
function tellOf(place: AgentPlace, { kind, threadId }: Told): void {
  const agent = agents.items.find((one) => one.id === place.agentId);
  showNote({
    title: agent?.name ?? "Inbox",
    body: newsWords[kind],
    path: newsPath(place, threadId),
    tag: threadId,
    about: abouts[kind],
  });
}

/** Where a press leads. */
export function newsPath(place: AgentPlace, threadId: string): string {
  return `${inboxPath(place)}/${encodeURIComponent(threadId)}`;
}
