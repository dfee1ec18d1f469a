import { subscribe } from "valtio";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { watchEvents } from "../../../shared/contract/conversations/conversations.ts";
import { listUnread } from "../../../shared/contract/conversations/inbox/threadCounts.ts";
import type { AgentUnread } from "../../../shared/contract/conversations/inbox/threadCounts.ts";
import { agents } from "../../state/agents/agents.ts";
import {
  ageUnread,
  closeAllUnread,
  forgetUnread,
  takeAllUnread,
} from "../../state/conversations/inbox/allUnread.ts";
import { client } from "../../state/platform/client.ts";
import { note, notices } from "../../state/notifications/notices.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import type { ThreadsKnown } from "./findNews.ts";
import { inSeenTabs, takeHere } from "./inOneTab.ts";
import { forgetQuiets, readQuietOf } from "./readQuietOf.ts";
import { isLookedAt, mayTell, newsPath, newsWords, tellInOneTab } from "./tellNews.ts";
import type { ThreadNews } from "./tellNews.ts";
import { bellOf, takeNews } from "./watchForNews.ts";
import { closeOldNotesOf } from "./watchOldNotes.ts";

/** A stream for each agent would take all connections of a browser: this is how often the others are asked for. */
const pollEveryMs = 15_000;
/** A browser opens six connections to a host: of many agents where something happened the rest waits until others are heard. */
const mostHeard = 3;
/** What happened comes at once; the end of it may be something that nobody is told. */
const readForMs = 5000;
/** The tab that holds it with an organization's ID polls for all hidden tabs of that organization. */
const lockName = "pilothouse all agents ";

/** How an agent was when all that happened there was heard, and what was heard of its conversations. */
interface Known extends AgentUnread {
  threads: ThreadsKnown;
  isBeingHeard?: boolean;
  /** The watch in which it was heard to its end last, by its signal. */
  heardIn: AbortSignal;
}
let known = new Map<string, Known>();

/**
 * Keeps what all agents of an organization have that is new to the user, and tells of what comes in to those that are not
 * open, until the function it gives is called.
 */
export function watchAllUnread({ orgId, openId }: { orgId: string; openId: string | null }): () => void {
  const over = new AbortController();
  const waiting: Moved[] = [];
  let hearing = 0;
  let turn = new AbortController();
  let reading: AbortController | null = null;
  let hasTurn = false;

  async function read(): Promise<void> {
    if (reading) return;
    const own = (reading = new AbortController());
    const signal = AbortSignal.any([over.signal, own.signal]);
    // One that is deleted meanwhile is counted still.
    const before = listIds();
    try {
      const { data } = await client.call(listUnread, { params: { orgId }, signal });
      if (signal.aborted) return;
      const counted = data.filter(({ agentId }) => !before.includes(agentId) || listIds().includes(agentId));
      takeAllUnread(counted, openId);
      const { changed, moved } = compare({ counted, openId, watch: over.signal });
      closeOldNotesOf(orgId, changed);
      hearAll(moved);
    } catch (thrown) {
      if (signal.aborted) return;
      ageUnread();
      // Without a connection it is asked again; if the user is no longer a member, it is not.
      if (isRefused(thrown)) clearInterval(timer);
    } finally {
      if (reading === own) reading = null;
    }
  }

  function hearAll(moved: readonly Moved[]): void {
    for (const [one] of moved) one.isBeingHeard = true;
    waiting.push(...moved);
    while (hearing < mostHeard && waiting.length > 0) void hearWaiting();
  }

  async function hearWaiting(): Promise<void> {
    hearing += 1;
    for (let next = waiting.shift(); next; next = waiting.shift()) await hear(next);
    hearing -= 1;
  }

  /** What can't be heard now is heard with the next count, from where it was. */
  async function hear([one, now]: Moved): Promise<void> {
    const { signal } = over;
    try {
      signal.throwIfAborted();
      const isWhole = await hearNews({ place: { orgId, agentId: now.agentId }, one, signal });
      take(one, isWhole ? now : { ...now, number: one.number }, signal);
    } catch (thrown) {
      if (isRefused(thrown)) take(one, now, signal);
    } finally {
      one.isBeingHeard = false;
    }
  }

  function followVisibility(): void {
    turn.abort();
    // What it says was counted before.
    reading?.abort();
    reading = null;
    hasTurn = false;
    if (!document.hidden) return void read();
    turn = new AbortController();
    const { signal } = turn;
    const hold = () =>
      new Promise<void>((resolve) => {
        hasTurn = !signal.aborted;
        signal.addEventListener("abort", () => resolve());
      });
    // Without locks, which pages outside a secure context have not, it asks for nothing until somebody looks.
    const { locks } = navigator as { locks?: LockManager };
    locks?.request(lockName + orgId, { signal }, hold).catch(() => {});
  }

  const timer = setInterval(() => {
    if (!document.hidden || hasTurn) void read();
  }, pollEveryMs);
  document.addEventListener("visibilitychange", followVisibility);
  followVisibility();
  return () => {
    over.abort();
    turn.abort();
    clearInterval(timer);
    document.removeEventListener("visibilitychange", followVisibility);
  };
}

/** Forgets what an agent has as soon as it is gone from the list, until the function it gives is called. */
export function forgetGone(): () => void {
  let before = listIds();
  return subscribe(agents, () => {
    const now = listIds();
    for (const id of before) if (!now.includes(id)) forgetUnread(id);
    before = now;
  });
}

/** Forgets what was counted and heard: the organization is left. */
export function closeWatched(): void {
  known = new Map();
  forgetQuiets();
  closeAllUnread();
}

function listIds(): string[] {
  return agents.items.map(({ id }) => id);
}

function isRefused(thrown: unknown): boolean {
  const { code } = toRequestError(thrown);
  return code === "not_found" || code === "forbidden";
}

/** An agent where something happened that may be news, as it was and as it is. */
type Moved = [Known, AgentUnread];

interface Counted {
  counted: readonly AgentUnread[];
  openId: string | null;
  watch: AbortSignal;
}

interface Compared {
  /** The agents where something may be old news now. */
  changed: string[];
  moved: Moved[];
}

/**
 * Compares how all agents are with what is known. One that is open is heard as things happen, but for what happened before it
 * was opened; one that is new has no news yet.
 */
function compare({ counted, openId, watch }: Counted): Compared {
  const before = known;
  const all = counted.map((now) => ({ now, last: before.get(now.agentId) }));
  known = new Map(
    all.map(({ now, last }) => [now.agentId, last ?? { ...now, threads: new Map(), heardIn: watch }]),
  );
  const others = all.filter(({ now }) => now.agentId !== openId);
  const changed = others.filter(({ now, last }) => last?.mark !== now.mark || last.unread !== now.unread);
  const moved: Moved[] = [];
  for (const { now, last } of all) {
    if (!last || last.isBeingHeard) continue;
    const isHeardLive = now.agentId === openId && last.heardIn === watch;
    if (isHeardLive || last.mark === now.mark) take(last, now, watch);
    else moved.push([last, now]);
  }
  return { changed: changed.map(({ now }) => now.agentId), moved };
}

/** Takes how an agent is; what happened after it was counted may be heard already. */
function take(one: Known, now: AgentUnread, heardIn: AbortSignal): void {
  Object.assign(one, now, { number: Math.max(one.number, now.number), heardIn });
}

interface Hearing {
  place: AgentPlace;
  one: Known;
  signal: AbortSignal;
}

/** Reads what happened in an agent since it was heard last, tells what of it is news, and gives whether that was all. */
async function hearNews({ place, one, signal }: Hearing): Promise<boolean> {
  const enough = AbortSignal.timeout(readForMs);
  const input = {
    params: { productId: place.agentId },
    query: { after: one.number },
    signal: AbortSignal.any([signal, enough]),
  };
  let newest = Infinity;
  try {
    for await (const event of client.stream(watchEvents, input)) {
      const news = takeNews(one.threads, event);
      if (news) tell(place, news);
      if (event.type === "ready") newest = event.number;
      else if ("number" in event) one.number = event.number;
      if (one.number >= newest) return true;
    }
  } catch (thrown) {
    if (!enough.aborted || newest === Infinity) throw thrown;
    return false;
  }
  throw new Error("The stream ended before all was heard.");
}

/** By a sound or a note of the browser's where those are turned on, and in the bell, where it leads there from any tab. */
function tell(place: AgentPlace, news: ThreadNews): void {
  tellInOneTab(place, news, readQuietOf);
  if (isLookedAt(news.thread)) takeHere(bellOf(news));
  else void inSeenTabs(bellOf(news), () => tellInBell(place, news));
}

/** The bell makes no noise: it tells where nobody can say what the user wants to hear, too. */
async function tellInBell(place: AgentPlace, { kind, thread, isPast }: ThreadNews): Promise<void> {
  const path = newsPath(place, thread.id);
  if (notices.items.some((one) => !one.isRead && one.path === path)) return;
  const quiet = await readQuietOf(place);
  if (isPast() || (quiet && !mayTell(quiet, { kind, threadId: thread.id }))) return;
  const name = agents.items.find(({ id }) => id === place.agentId)?.name ?? "Inbox";
  note({ text: `${name}: ${newsWords[kind]}`, tone: "success", path });
}
