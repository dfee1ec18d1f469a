import type { LiveChange } from "../../../../shared/client/liveEvents.ts";
import type { Thread } from "../../../../shared/contract/conversations/conversations.ts";
import { contact, loadContact } from "./contacts.ts";
import type { ContactPlace } from "./contacts.ts";
import { live, watchAgent } from "../../platform/live.ts";

/** A merge, or a page that tells much at once, is many events: what they are about is read once after them. */
const settleMs = 500;
/** Somebody comes all the time: a list of everybody is read no oftener than this. */
const settleListMs = 1000;
/** How often people are asked for without live events. */
const pollEveryMs = 5000;

/** Keeps a person who is shown as they are, until the function it gives is called; of the conversation beside them its own view tells. */
export function watchContact(place: ContactPlace, threadId?: string): () => void {
  return watchPeople(place.agentId, {
    isMeant: (event) => isOfContact(event, place) && !isOfThread(event, threadId),
    read: () => loadContact(place),
    waitMs: settleMs,
  });
}

/** Keeps a list of people as it is, until the function it gives is called. */
export function watchContacts(agentId: string, read: () => Promise<void>): () => void {
  const kinds: LiveChange["type"][] = ["contact", "thread", "threadGone"];
  const isMeant = ({ type }: LiveChange) => kinds.includes(type);
  return watchPeople(agentId, { isMeant, read, waitMs: settleListMs });
}

function isOfContact(event: LiveChange, { contactId }: ContactPlace): boolean {
  if (event.type === "contact") return event.contactId === contactId;
  // A member's stream carries threads as the team sees them.
  if (event.type === "thread") return (event.thread as Thread).contact.id === contactId;
  const shown = contact.data?.of === contactId ? contact.data : null;
  if (event.type !== "threadGone" || !shown) return false;
  return shown.total > shown.threads.length || shown.threads.some(({ id }) => id === event.threadId);
}

function isOfThread(event: LiveChange, threadId: string | undefined): boolean {
  return event.type === "thread" && event.thread.id === threadId;
}

interface Watched {
  isMeant: (event: LiveChange) => boolean;
  read: () => Promise<void>;
  waitMs: number;
}

function watchPeople(agentId: string, { isMeant, read, waitMs }: Watched): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void read();
    }, waitMs);
  };
  const stopHearing = watchAgent(agentId, {
    onEvent: (event) => isMeant(event) && readSoon(),
    onReadAfresh: () => void read(),
  });
  const polling = setInterval(() => {
    if (!live.isLive && !document.hidden) void read();
  }, pollEveryMs);
  return () => {
    stopHearing();
    clearTimeout(timer);
    clearInterval(polling);
  };
}
