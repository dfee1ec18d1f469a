import { statement } from "../database/statement.ts";
import type { Db } from "../database/store.ts";
import type { LiveCounterRow, LiveEventRow } from "./tables.ts";

/** Which events: those of one agent after a cursor; with a contact only what that visitor may see. */
export interface EventsWanted {
  organizationId: string;
  agentId: string;
  /** The number of the last event that the reader has. */
  after: number;
  contactId?: string | undefined;
  limit: number;
}

export interface EventPage {
  events: LiveEventRow[];
  /** Go on from here: every event up to this number is in this page or an earlier one, or is not for this reader. */
  next: number;
  /** The newest number there is. */
  last: number;
  /** Whether events after the cursor are pruned already, or the cursor is of another life of the database. */
  isLost: boolean;
}

/** Gives the newest number of an agent's events. */
export async function readNewest(
  db: Db,
  { organizationId, agentId }: Pick<EventsWanted, "organizationId" | "agentId">,
): Promise<number> {
  const [counter] = await selectCounter(db, { organizationId, agentId });
  return counter?.last ?? 0;
}

const selectCounter = statement((db, agent: Pick<LiveCounterRow, "organizationId" | "agentId">) =>
  db
    .selectFrom("liveCounters")
    .select("last")
    .where("organizationId", "=", agent.organizationId)
    .where("agentId", "=", agent.agentId),
);

/** Reads events and their counter in one statement, so that pruning can't slip between the two. */
export async function readEvents(db: Db, wanted: EventsWanted): Promise<EventPage> {
  const { organizationId, agentId, after, contactId, limit } = wanted;
  const rows = await selectEvents(db, { organizationId, agentId, after, contactId, limit });
  const { last, oldest } = rows[0] ?? { last: 0, oldest: 1 };
  const events = rows.flatMap(({ last: _last, oldest: _oldest, ...event }) =>
    isEvent(event) ? [event] : [],
  );
  const isLost = after < oldest - 1 || after > last;
  const next = events.length === limit ? (events.at(-1)?.number ?? last) : last;
  return { events, next, last, isLost };
}

const selectEvents = statement((db, { organizationId, agentId, after, contactId, limit }: EventsWanted) =>
  db
    .selectFrom("liveCounters as counter")
    .leftJoin("liveEvents as event", (join) => {
      const all = join
        .onRef("event.organizationId", "=", "counter.organizationId")
        .onRef("event.agentId", "=", "counter.agentId")
        .on("event.number", ">", after);
      return contactId === undefined
        ? all
        : all.on("event.contactId", "=", contactId).on("event.audience", "=", "all");
    })
    .where("counter.organizationId", "=", organizationId)
    .where("counter.agentId", "=", agentId)
    .selectAll("event")
    .select(["counter.last", "counter.oldest"])
    .orderBy("event.number")
    .limit(limit),
);

/** A counter without events comes joined with nothing but nulls. */
function isEvent(event: { number: number | null }): event is LiveEventRow {
  return event.number !== null;
}
