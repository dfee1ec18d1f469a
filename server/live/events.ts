import { statement } from "../database/statement.ts";
import type { Store, Tx } from "../database/store.ts";
import { createScheduler } from "../timing/scheduler.ts";
import type { Scheduler } from "../timing/scheduler.ts";
import { createWheel } from "../timing/wheel.ts";
import type { Bus } from "./bus.ts";
import { createEventListeners } from "./listeners.ts";
import { eventChannel, transientChannel, writeTransient } from "./notice.ts";
import type { EventNotice, TransientTarget } from "./notice.ts";
import { readEvents } from "./read.ts";
import type { EventPage, EventsWanted } from "./read.ts";
import { EventStream } from "./stream.ts";
import type { StreamWanted } from "./stream.ts";
import type { LiveEventRow } from "./tables.ts";

/** An event before it has its number. `payload` holds the keys of what changed, and becomes JSON. */
export interface NewEvent extends Omit<LiveEventRow, "number" | "payload"> {
  payload: Record<string, unknown>;
}

/** The live events of all agents: written beside what they tell of, read by a cursor. */
export interface Events {
  /**
   * Writes events of one agent in the transaction of what they tell of, and wakes the streams after the commit. Gives the
   * number of the last one.
   */
  append(tx: Tx, ...events: [...NewEvent[], NewEvent]): Promise<number>;
  /** Tells the team, or with a contact that visitor, something that is kept nowhere; who does not listen now misses it. */
  sendTransient(to: TransientTarget, text: string): void;
  /** Reads a page after a cursor. */
  read(wanted: EventsWanted): Promise<EventPage>;
  /** Gives what came after a cursor and then what comes, without gap or double, until it is told to return. */
  stream<Told>(wanted: StreamWanted<Told>): EventStream<Told>;
}

/** Between processes a notice is lost when the writer is killed between its commit and telling; this finds the event. */
const recheckEveryMs = 60_000;

interface EventsOptions {
  store: Store;
  bus: Bus;
  scheduler?: Scheduler;
}

/** Makes the events of this store, told over this bus. */
export function createEvents({
  store,
  bus,
  scheduler = createScheduler({ report: console.error }),
}: EventsOptions): Events {
  const listeners = createEventListeners(bus);
  const rechecks = store.databaseUrl
    ? createWheel({ name: "looks for lost events", roundMs: recheckEveryMs, parts: 60, scheduler })
    : undefined;
  const deps = { store, listeners, rechecks };
  return {
    append: (tx, ...events) => appendEvents({ tx, bus, events }),
    sendTransient: (to, text) => bus.publish(transientChannel(to), writeTransient(to, text)),
    read: (wanted) => readEvents(store.reader, wanted),
    stream: (wanted) => new EventStream(deps, wanted),
  };
}

interface Appended {
  tx: Tx;
  bus: Bus;
  events: [...NewEvent[], NewEvent];
}

async function appendEvents({ tx, bus, events }: Appended): Promise<number> {
  const [first] = events;
  const { organizationId, agentId } = first;
  const count = events.length;
  const [counted] = await countOn(tx, { organizationId, agentId, count });
  if (!counted) throw new Error("The counter was just written.");
  const { last } = counted;
  const rows = events.map((event, index) => ({
    ...event,
    number: last - count + 1 + index,
    payload: JSON.stringify(event.payload),
  }));
  await putEvents(tx, { rows });
  for (const { number, contactId, audience } of rows) {
    const notice: EventNotice = { number, contactId, audience };
    tx.afterCommit(() => bus.publish(eventChannel(first), JSON.stringify(notice)));
  }
  return last;
}

const countOn = statement((db, { organizationId, agentId, count }: Counted) =>
  db
    .insertInto("liveCounters")
    .values({ organizationId, agentId, last: count, oldest: 1 })
    .onConflict((row) =>
      row
        .columns(["organizationId", "agentId"])
        .doUpdateSet((set) => ({ last: set("liveCounters.last", "+", count) })),
    )
    .returning("last"),
);

interface Counted extends Pick<LiveEventRow, "organizationId" | "agentId"> {
  count: number;
}

const putEvents = statement((db, { rows }: { rows: LiveEventRow[] }) =>
  db.insertInto("liveEvents").values(rows),
);
