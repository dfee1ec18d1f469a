import type { Store, Tx } from "../database/store.ts";
import type { Bus } from "./bus.ts";
import { eventChannel, whisperChannel } from "./notice.ts";
import type { EventNotice, WhisperTo } from "./notice.ts";
import { readEvents } from "./read.ts";
import type { EventPage, EventsWanted } from "./read.ts";
import { streamEvents } from "./stream.ts";
import type { StreamItem, StreamWanted } from "./stream.ts";
import type { LiveEventRow } from "./tables.ts";

/** An event before it has its number. `payload` holds the keys of what changed, and becomes JSON. */
export interface NewEvent extends Omit<LiveEventRow, "number" | "payload"> {
  payload: Record<string, unknown>;
}

/** The live events of all agents: written beside what they tell of, read by a cursor. */
export interface Events {
  /** Writes an event in the transaction of what it tells of, and wakes the streams after the commit. */
  append(tx: Tx, event: NewEvent): Promise<number>;
  /** Tells the team, or with a contact that visitor, something that is kept nowhere; who does not listen now misses it. */
  whisper(to: WhisperTo, text: string): void;
  /** Reads a page after a cursor. */
  read(wanted: EventsWanted): Promise<EventPage>;
  /** Gives what came after a cursor and then what comes, without gap or double, until the signal ends it. */
  stream(wanted: StreamWanted): AsyncGenerator<StreamItem, void, void>;
}

/** Makes the events of this store, told over this bus. */
export function createEvents({ store, bus }: { store: Store; bus: Bus }): Events {
  return {
    append: (tx, event) => appendEvent({ tx, bus, event }),
    whisper: (to, text) => bus.publish(whisperChannel(to), text),
    read: (wanted) => readEvents(store.reader, wanted),
    stream: (wanted) => streamEvents({ ...wanted, store, bus }),
  };
}

async function appendEvent({ tx, bus, event }: { tx: Tx; bus: Bus; event: NewEvent }): Promise<number> {
  const { organizationId, agentId, contactId, audience } = event;
  const { last: number } = await tx
    .insertInto("liveCounters")
    .values({ organizationId, agentId, last: 1, oldest: 1 })
    .onConflict((row) =>
      row
        .columns(["organizationId", "agentId"])
        .doUpdateSet((set) => ({ last: set("liveCounters.last", "+", 1) })),
    )
    .returning("last")
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("liveEvents")
    .values({ ...event, number, payload: JSON.stringify(event.payload) })
    .execute();
  const notice: EventNotice = { number, contactId, audience };
  tx.afterCommit(() => bus.publish(eventChannel(event), JSON.stringify(notice)));
  return number;
}
