import { toRequestError } from "../../../shared/client/requestError.ts";
import { watchEvents } from "../../../shared/contract/conversations.ts";
import { getQuiet } from "../../../shared/contract/quiet.ts";
import { listUnread } from "../../../shared/contract/threadCounts.ts";
import type { AgentUnread } from "../../../shared/contract/threadCounts.ts";
import { agents } from "../../state/agents.ts";
import { closeAllUnread, takeAllUnread } from "../../state/allUnread.ts";
import { client } from "../../state/client.ts";
import { note, notices } from "../../state/notices.ts";
import type { AgentPlace } from "../../state/paths.ts";
import type { ThreadsKnown } from "./findNews.ts";
import { mayTell, newsPath, newsWords, tellInOneTab } from "./tellNews.ts";
import type { ThreadNews } from "./tellNews.ts";
import { takeNews } from "./watchForNews.ts";

/** A stream for each agent would take all connections of a browser: the others are asked for so often. */
const pollEveryMs = 15_000;
/** Whoever was away for longer than this reads in the counts what came. */
const longestGapMs = 120_000;
/** What happened comes at once; the end of it may be something that nobody is told. */
const readForMs = 5000;
/** Who holds it with an organisation's id asks for all hidden tabs of that. */
const lockName = "pilothouse all agents ";

/** How each agent was when it was asked last, and what was heard of its conversations. */
interface Known {
  at: number;
  agents: Map<string, AgentUnread & { threads: ThreadsKnown }>;
}
let known: Known = { at: 0, agents: new Map() };

/**
 * Keeps what all agents of an organisation have that is new to the user, and tells of what comes in to those that are not
 * open, until the function it gives is called.
 */
export function watchAllUnread({ orgId, openId }: { orgId: string; openId: string | null }): () => void {
  const over = new AbortController();
  let turn = new AbortController();
  let isReading = false;
  let hasTurn = false;

  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      const { data } = await client.call(listUnread, { params: { orgId }, signal: over.signal });
      if (over.signal.aborted) return;
      takeAllUnread(data, openId);
      for (const { agentId, after, threads } of findMoved(data))
        if (agentId !== openId)
          void hearNews({ place: { orgId, agentId }, after, threads, signal: over.signal }).catch(() => {});
    } catch (thrown) {
      const { code } = toRequestError(thrown);
      // Without a connection it is asked again; where the user is no member any more, it is not.
      if (code === "not_found" || code === "forbidden") clearInterval(timer);
    } finally {
      isReading = false;
    }
  }

  function followVisibility(): void {
    turn.abort();
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

/** Forgets what was counted and heard: the organisation is left. */
export function closeWatched(): void {
  known = { at: 0, agents: new Map() };
  closeAllUnread();
}

interface Moved {
  agentId: string;
  /** The number of the last event before it. */
  after: number;
  threads: ThreadsKnown;
}

/** Gives the agents where something happened since that may be news, and keeps how all are now. */
function findMoved(counted: readonly AgentUnread[]): Moved[] {
  const before = known;
  const isRecent = Date.now() - before.at <= longestGapMs;
  const ofAgent = (agentId: string) => before.agents.get(agentId);
  known = {
    at: Date.now(),
    agents: new Map(
      counted.map((one) => [one.agentId, { ...one, threads: ofAgent(one.agentId)?.threads ?? new Map() }]),
    ),
  };
  return counted.flatMap(({ agentId, mark }) => {
    const last = ofAgent(agentId);
    if (!isRecent || !last || last.mark === mark) return [];
    return [{ agentId, after: last.number, threads: last.threads }];
  });
}

interface Hearing extends Omit<Moved, "agentId"> {
  place: AgentPlace;
  signal: AbortSignal;
}

/** Reads what happened in an agent since an event, and tells what of it is news. */
async function hearNews({ place, after, threads, signal }: Hearing): Promise<void> {
  const input = {
    params: { productId: place.agentId },
    query: { after },
    signal: AbortSignal.any([signal, AbortSignal.timeout(readForMs)]),
  };
  let newest = Infinity;
  for await (const event of client.stream(watchEvents, input)) {
    if (event.type === "readAfresh") return;
    if (event.type === "ready") newest = event.number;
    const news = takeNews(threads, event);
    if (news) void tell(place, news);
    const at = event.type === "ready" ? after : "number" in event ? event.number : 0;
    if (at >= newest) return;
  }
}

/** By a sound or a note of the browser's where those are turned on, and in the bell, where it leads there from any tab. */
async function tell(place: AgentPlace, news: ThreadNews): Promise<void> {
  const { kind, thread } = news;
  tellInOneTab(place, news, readQuietOf);
  const path = newsPath(place, thread.id);
  if (notices.items.some((one) => !one.isRead && one.path === path)) return;
  const isWanted = await readQuietOf(place).then((quiet) => mayTell(quiet, { kind, threadId: thread.id }));
  if (!isWanted || news.isPast()) return;
  const name = agents.items.find(({ id }) => id === place.agentId)?.name ?? "Inbox";
  note({ text: `${name}: ${newsWords[kind]}`, tone: "success", path });
}

async function readQuietOf({ orgId, agentId }: AgentPlace) {
  return (await client.call(getQuiet, { params: { orgId, productId: agentId } })).data;
}
