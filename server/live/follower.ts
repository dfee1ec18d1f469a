import type { SelectQueryBuilder } from "kysely";
import type { Db, Store, Tables, Tx } from "../database/store.ts";
import { movePosition } from "./positions.ts";
import type { LiveEventRow } from "./tables.ts";
import { createUnreadable } from "./unreadable.ts";

/** How many live events are read at once. */
const pageSize = 100;

/** The name of a follower of an organization's events; a follower with one position per agent gives an empty ID. */
export interface Subscriber {
  organizationId: string;
  subscriberId: string;
}

type SubscriberQuery = Pick<SelectQueryBuilder<Tables, never, Subscriber>, "as">;

/** How far a subscriber has read an agent's events. */
interface Position extends Subscriber {
  agentId: string;
  /** The last event that it took, and the last there is. */
  after: number;
  last: number;
}

/** The next events of one agent for one subscriber. */
export interface Batch extends Position {
  events: LiveEventRow[];
  /** Gives the next page where there may be one, to be taken with this one. */
  readOn(): Promise<LiveEventRow[]>;
}

/** What is written of a batch, in the transaction that moves the position behind it. */
export interface Taken {
  /** Locks what others lock before a position; false where nothing is left to write. */
  hold?(tx: Tx): Promise<boolean>;
  /** Writes; false where what was read has changed since, so that the batch is read again. */
  write(tx: Tx): Promise<boolean>;
}

export interface FollowerOptions {
  /** Its positions are stored with this name. */
  name: string;
  store: Store;
  /** Selects everyone who follows at the moment. */
  selectSubscribers(db: Db): SubscriberQuery;
  /** Reads what is to be written of a batch, outside of any transaction. */
  take(batch: Batch): Promise<Taken>;
  now: () => number;
  /** Is told of an agent whose events can't be read. */
  report: (error: unknown) => void;
}

/** Takes each live event once for every subscriber, in the agent's order, over kills and by however many processes. */
export interface Follower {
  /** Takes one batch for each subscriber that is behind; gives whether there may be more. */
  collect(): Promise<boolean>;
}

/**
 * Makes a follower of live events. A position is written with what was read, so each event is taken once; an event that is
 * committed has its number, and one that is not is not read. An agent whose events can't be read is reported and keeps none
 * of the others waiting, and no organization waits for all agents of another.
 */
export function createFollower(options: FollowerOptions): Follower {
  const { name, store, take } = options;
  const unreadable = createUnreadable(options);

  async function collectBatch(position: Position): Promise<boolean> {
    const page = await readPage(store.reader, position, position.after);
    const batch = { ...position, events: page, readOn };
    let [newest, isFull] = [page.at(-1)?.number ?? position.last, page.length === pageSize];

    async function readOn(): Promise<LiveEventRow[]> {
      if (!isFull) return [];
      const more = await readPage(store.reader, position, newest);
      newest = more.at(-1)?.number ?? newest;
      isFull = more.length === pageSize;
      return more;
    }

    const { hold, write } = await take(batch);
    try {
      await store.transaction(async (tx) => {
        if (hold && !(await hold(tx))) return;
        if (!(await movePosition(tx, { ...position, follower: name, number: newest }))) return;
        if (!(await write(tx))) throw new HasChanged();
      });
    } catch (error) {
      if (error instanceof HasChanged) return true;
      throw error;
    }
    return isFull;
  }

  return {
    async collect() {
      const look = unreadable.beginLook();
      let isMore = false;
      const behind = await listBehind(store.reader, { name, subscribers: options.selectSubscribers });
      for (const position of takeTurns(behind)) {
        try {
          isMore = (await collectBatch(position)) || isMore;
        } catch (error) {
          look.note(position.agentId, error);
        }
      }
      look.end();
      return isMore;
    },
  };
}

/** Undoes the transaction of a batch that has to be read again. */
class HasChanged extends Error {}

/** One batch of each organization after the other, then the next of each. */
function takeTurns(positions: readonly Position[]): Position[] {
  const queues = [...Map.groupBy(positions, ({ organizationId }) => organizationId).values()];
  const turns = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: turns }).flatMap((_, turn) => queues.flatMap((queue) => queue[turn] ?? []));
}

interface Followed {
  name: string;
  subscribers: FollowerOptions["selectSubscribers"];
}

async function listBehind(db: Db, { name, subscribers }: Followed): Promise<Position[]> {
  return db
    .selectFrom(subscribers(db).as("subscriber"))
    .innerJoin("liveCounters as counter", "counter.organizationId", "subscriber.organizationId")
    .leftJoin("liveFollowers as position", (join) =>
      join
        .onRef("position.organizationId", "=", "subscriber.organizationId")
        .on("position.follower", "=", name)
        .onRef("position.subscriberId", "=", "subscriber.subscriberId")
        .onRef("position.agentId", "=", "counter.agentId"),
    )
    .where(({ eb, fn, lit }) => eb("counter.last", ">", fn.coalesce("position.number", lit(0))))
    .select(["subscriber.organizationId", "subscriber.subscriberId", "counter.agentId", "counter.last"])
    .select(({ fn, lit }) => fn.coalesce("position.number", lit(0)).as("after"))
    .execute();
}

async function readPage(
  db: Db,
  { organizationId, agentId }: Position,
  after: number,
): Promise<LiveEventRow[]> {
  return db
    .selectFrom("liveEvents")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("number", ">", after)
    .orderBy("number")
    .limit(pageSize)
    .execute();
}
