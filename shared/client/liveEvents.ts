import type { LiveEvent } from "../contract/conversations/conversations.ts";
import { watchEvents } from "../contract/conversations/conversations.ts";
import type { Client } from "./client.ts";
import type { RequestError } from "./requestError.ts";
import { toRequestError } from "./requestError.ts";
import type { Wait } from "./wait.ts";
import { waitByTimer } from "./wait.ts";

/** The server sends a heartbeat every 15 s; a stream that is silent for longer than this is taken for dead. */
export const silentForMs = 30_000;
const firstDelayMs = 1000;
const longestDelayMs = 30_000;

/** `live`: events come as they happen. `waiting`: cut, another try follows. `ended`: closed, or refused for good. */
export type LiveState = "connecting" | "live" | "waiting" | "ended";

/** What happened to an agent, without the words that only the stream itself needs. */
export type LiveChange = Exclude<LiveEvent, { type: "ready" } | { type: "readAfresh" }>;

export interface LiveOptions {
  client: Client;
  /** The agent whose events are wanted. */
  productId: string;
  /** The last event that was seen, to continue from there. */
  after?: number;
  /** A visitor's tab that nobody sees: the team is not told that they are there. */
  isAway?: boolean;
  onEvent: (event: LiveChange) => void;
  /** The cursor was too old, or too much happened: read the lists again. Events from now on come as usual. */
  onReadAfresh: () => void;
  onState?: (state: LiveState, error: RequestError | null) => void;
  wait?: Wait;
  random?: () => number;
}

/** A running connection. */
export interface LiveConnection {
  /** Gives the stream up, which may be dead without knowing it, and opens another one at once. */
  reconnect(): void;
  close(): void;
}

/**
 * Keeps an agent's live events coming: reconnects by itself from the last event seen, with growing pauses and jitter,
 * and takes a silent stream for dead within 30 s. Each event is given once, in order.
 */
export function openLiveEvents(options: LiveOptions): LiveConnection {
  const { client, productId, isAway, wait = waitByTimer, random = Math.random } = options;
  const closed = new AbortController();
  let pause = new AbortController();
  let anew = new AbortController();
  let cursor = options.after;
  let failures = 0;
  let isLive = false;

  async function run(): Promise<void> {
    while (!closed.signal.aborted) {
      tell("connecting");
      const error = await readStream();
      if (closed.signal.aborted) break;
      if (anew.signal.aborted) {
        anew = new AbortController();
        continue;
      }
      if (error && isFinal(error)) return tell("ended", error);
      tell("waiting", error);
      await pauseFor(error?.retryAfterSeconds ? error.retryAfterSeconds * 1000 : nextDelay());
    }
    tell("ended");
  }

  /** Reads until the stream ends; gives why, or null where the server ended it. */
  async function readStream(): Promise<RequestError | null> {
    const silence = watchSilence(wait);
    const signal = AbortSignal.any([closed.signal, anew.signal, silence.signal]);
    const query = {
      ...(cursor !== undefined && { after: cursor }),
      ...(isAway && { away: "true" as const }),
    };
    try {
      const input = { params: { productId }, query, signal, onActivity: silence.postpone };
      for await (const event of client.stream(watchEvents, input)) take(event);
      return null;
    } catch (thrown) {
      return toRequestError(thrown);
    } finally {
      silence.stop();
      isLive = false;
    }
  }

  function take(event: LiveEvent): void {
    if (event.type === "ready") {
      failures = 0;
      isLive = true;
      // With a cursor, what happened since it still comes: the newest number is not ours yet.
      cursor ??= event.number;
      return tell("live");
    }
    if (event.type === "readAfresh") {
      cursor = event.number;
      return options.onReadAfresh();
    }
    if ("number" in event) {
      if (cursor !== undefined && event.number <= cursor) return;
      cursor = event.number;
    }
    options.onEvent(event);
  }

  /** Half of the pause is fixed, half is chance, so that a restarted server is not met by everybody at once. */
  function nextDelay(): number {
    const longest = Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(failures++, 10));
    return longest / 2 + (longest / 2) * random();
  }

  async function pauseFor(ms: number): Promise<void> {
    pause = new AbortController();
    await wait(ms, AbortSignal.any([pause.signal, closed.signal]));
  }

  function tell(state: LiveState, error: RequestError | null = null): void {
    options.onState?.(state, error);
  }

  function reconnect(): void {
    failures = 0;
    pause.abort();
    anew.abort();
  }

  // A live stream stays. A try that began without the network may hang, which is noticed only after half a minute.
  const handleOnline = () => void (isLive || reconnect());
  globalThis.addEventListener?.("online", handleOnline);
  void run();
  return {
    reconnect,
    close() {
      globalThis.removeEventListener?.("online", handleOnline);
      closed.abort();
    },
  };
}

/** Another try would be answered in the same way: signed out, not allowed, or no such agent. */
function isFinal(error: RequestError): boolean {
  return [400, 401, 403, 404].includes(error.status);
}

function watchSilence(wait: Wait) {
  const silent = new AbortController();
  let timer = new AbortController();

  function postpone(): void {
    timer.abort();
    const current = (timer = new AbortController());
    void wait(silentForMs, current.signal).then(() => current.signal.aborted || silent.abort());
  }

  postpone();
  return { signal: silent.signal, postpone, stop: () => timer.abort() };
}
