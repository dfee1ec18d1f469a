import type { Store } from "../database/store.ts";
import type { Bus } from "./bus.ts";
import type { EventListeners } from "./listeners.ts";
import { whisperChannel } from "./notice.ts";
import type { EventNotice } from "./notice.ts";
import { readEvents } from "./read.ts";
import type { LiveEventRow } from "./tables.ts";

export interface StreamWanted {
  organizationId: string;
  agentId: string;
  /** The last event that the client has; without it the stream begins with what happens from now on. */
  after?: number | undefined;
  /** A visitor's contact: only what that visitor may see. Without it everything, for the team. */
  contactId?: string | undefined;
  /** Ends the stream. */
  signal: AbortSignal;
}

/**
 * `ready` comes first and tells the newest number. `readAfresh`: events were missed that are not kept any more; lists
 * are to be read anew, and the stream goes on after `number`. `whisper` has no number and is kept nowhere.
 */
export type StreamItem =
  | { type: "ready"; number: number }
  | { type: "readAfresh"; number: number }
  | { type: "event"; event: LiveEventRow }
  | { type: "whisper"; text: string };

const pageSize = 100;
/** Of what is whispered to a client that does not read, so much is kept; the same text is kept once. */
const mostWhispers = 20;
/** Between processes a notice is lost when the writer is killed between its commit and telling; this finds the event. */
const recheckEveryMs = 60_000;

/**
 * Streams as Events.stream says. It holds a cursor and at most one page: a notice only says that there is something
 * to read, so a slow client costs no memory, and a notice lost or doubled changes nothing.
 */
export async function* streamEvents(
  options: StreamWanted & { store: Store; bus: Bus; listeners: EventListeners },
): AsyncGenerator<StreamItem, void, void> {
  const { store, bus, listeners, signal, organizationId, agentId, contactId } = options;
  const wanted = { organizationId, agentId, contactId, limit: pageSize };
  const cursor = watchCursor();
  const subscriptions = [
    listeners.listen(options, cursor.hear),
    bus.subscribe(whisperChannel(options), cursor.hearWhisper),
  ];
  const recheck = store.databaseUrl ? setInterval(() => cursor.hear(null), recheckEveryMs) : undefined;
  recheck?.unref();
  const end = () => cursor.hear(null);
  signal.addEventListener("abort", end);
  try {
    const { last } = await readEvents(store.reader, { ...wanted, after: 0, limit: 1 });
    if (signal.aborted) return;
    yield { type: "ready", number: last };
    cursor.begin(options.after ?? last);
    for (;;) {
      await cursor.somethingToTell();
      if (signal.aborted) return;
      for (const text of cursor.takeWhispers()) yield { type: "whisper", text };
      if (!cursor.mayBeMore()) continue;
      const page = await readEvents(store.reader, { ...wanted, after: cursor.startReading() });
      cursor.endReading(page.isLost ? page.last : page.next);
      if (page.isLost) yield { type: "readAfresh", number: page.last };
      else {
        for (const event of page.events) {
          if (signal.aborted) return;
          yield { type: "event", event };
        }
        if (page.events.length === pageSize) cursor.hear(null);
      }
    }
  } finally {
    subscriptions.forEach((unsubscribe) => unsubscribe());
    clearInterval(recheck);
    signal.removeEventListener("abort", end);
  }
}

/** Keeps how far a stream has come, and whether there may be something beyond. */
function watchCursor() {
  let at = 0;
  let mayBeMore = true;
  let wake = () => {};
  const whispers = new Set<string>();

  function hear(notice: EventNotice | null): void {
    if (notice && notice.number <= at) return;
    mayBeMore = true;
    wake();
  }

  function hearWhisper(text: string | null): void {
    if (text === null || whispers.size >= mostWhispers) return;
    whispers.add(text);
    wake();
  }

  return {
    hear,
    hearWhisper,
    takeWhispers: () => {
      const taken = [...whispers];
      whispers.clear();
      return taken;
    },
    mayBeMore: () => mayBeMore,
    begin: (after: number) => void (at = after),
    somethingToTell: async () => {
      if (mayBeMore || whispers.size > 0) return;
      await new Promise<void>((resolve) => (wake = resolve));
    },
    startReading: () => {
      mayBeMore = false;
      return at;
    },
    endReading: (next: number) => void (at = next),
  };
}
