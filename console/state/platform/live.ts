import { proxy } from "valtio";
import type { LiveChange, LiveConnection } from "../../../shared/client/liveEvents.ts";
import { openLiveEvents } from "../../../shared/client/liveEvents.ts";
import { client } from "./client.ts";
import { onOrganizationLeft } from "./organizationLeft.ts";

/** What a slice wants to hear of an agent. */
export interface AgentListener {
  onEvent?: (event: LiveChange) => void;
  /** Something may have been missed: what is shown is to be read again. */
  onReadAfresh?: () => void;
  /** It has something to tell while nobody looks at the tab, too. */
  hearsHidden?: boolean;
}

/** Whether events come as they happen now; where they do not, what runs is asked for every few seconds. */
export const live = proxy({ isLive: false });

/** How long moving between tabs of an agent keeps its stream. */
const lingerMs = 3000;

interface Watch {
  agentId: string;
  listeners: Set<AgentListener>;
  connection: LiveConnection | null;
  isLive: boolean;
  /** The last event that was seen, to continue from there. */
  cursor: number | undefined;
  ending: ReturnType<typeof setTimeout> | undefined;
  /** In a hidden tab: ends its waiting for the one stream, or its holding of it. */
  turn: AbortController | undefined;
}

const watches = new Map<string, Watch>();

/**
 * Hears an agent's live events until the function it gives is called. All of a tab share one stream an agent, and so do all
 * hidden tabs, a few for all agents: browsers open six connections to a host, and a seventh tab would wait for ever.
 */
export function watchAgent(agentId: string, listener: AgentListener): () => void {
  const watch = watches.get(agentId) ?? begin(agentId);
  clearTimeout(watch.ending);
  watch.listeners.add(listener);
  if (document.hidden && !watch.turn) rest(watch);
  return () => {
    watch.listeners.delete(listener);
    if (watch.listeners.size > 0 || watches.get(agentId) !== watch) return;
    watch.ending = setTimeout(() => end(watch), lingerMs);
  };
}

/** Ends all streams: the organization is left, and what it tells is not for the next one. */
export function closeLive(): void {
  for (const watch of [...watches.values()]) {
    clearTimeout(watch.ending);
    end(watch);
  }
}

onOrganizationLeft(closeLive);

function begin(agentId: string): Watch {
  const watch: Watch = {
    agentId,
    listeners: new Set(),
    connection: null,
    isLive: false,
    cursor: undefined,
    ending: undefined,
    turn: undefined,
  };
  if (watches.size === 0) document.addEventListener("visibilitychange", followVisibility);
  watches.set(agentId, watch);
  if (!document.hidden) connect(watch);
  return watch;
}

function end(watch: Watch): void {
  watch.turn?.abort();
  disconnect(watch);
  // One that was ended before may have been followed by another of the same agent.
  if (watches.get(watch.agentId) === watch) watches.delete(watch.agentId);
  if (watches.size === 0) document.removeEventListener("visibilitychange", followVisibility);
}

function followVisibility(): void {
  for (const watch of watches.values()) {
    watch.turn?.abort();
    watch.turn = undefined;
    if (document.hidden) rest(watch);
    else if (!watch.connection) connect(watch);
  }
}

/** Gives the stream back; in its turn this tab hears on for all that are hidden, until it becomes visible or closes. */
function rest(watch: Watch): void {
  disconnect(watch);
  if (![...watch.listeners].some(({ hearsHidden }) => hearsHidden)) return;
  const turn = new AbortController();
  watch.turn = turn;
  const onTurn = () => connect(watch);
  import("./hiddenTurn.ts")
    .then(({ takeHiddenTurn }) => takeHiddenTurn({ agentId: watch.agentId, signal: turn.signal, onTurn }))
    .catch(() => {});
}

function connect(watch: Watch): void {
  let hasBegun = watch.cursor !== undefined;
  let connection: LiveConnection | null = null;
  connection = openLiveEvents({
    client,
    productId: watch.agentId,
    after: watch.cursor,
    onEvent: (event) => {
      if ("number" in event) watch.cursor = event.number;
      for (const { onEvent } of watch.listeners) onEvent?.(event);
    },
    onReadAfresh: () => tellReadAfresh(watch),
    onState: (state, error) => {
      // What a stream says of its own end comes late: another one may be live by then.
      if (connection !== null && watch.connection !== connection) return;
      noteLive(watch, state === "live");
      // What happened between the first reading and the first moment of the stream is in neither.
      if (state === "live" && !hasBegun) tellReadAfresh(watch);
      // Refused for good: what reads again learns whether the agent is gone, or the user has left the organization.
      if (state === "ended" && error) tellReadAfresh(watch);
      hasBegun ||= state === "live";
    },
  });
  watch.connection = connection;
}

function disconnect(watch: Watch): void {
  if (!watch.connection) return;
  watch.connection.close();
  watch.connection = null;
  noteLive(watch, false);
}

/** One agent's stream that ends says nothing of another's, which has begun by then. */
function noteLive(watch: Watch, isLive: boolean): void {
  watch.isLive = isLive;
  live.isLive = [...watches.values()].some((one) => one.isLive);
}

function tellReadAfresh({ listeners }: Watch): void {
  for (const { onReadAfresh } of listeners) onReadAfresh?.();
}
