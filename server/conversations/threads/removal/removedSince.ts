import type { Db } from "../../../database/store.ts";
import type { LiveEventRow } from "../../../live/tables.ts";
import type { ThreadKey } from "../../deps.ts";
import type { EventFacts } from "../facts.ts";

/** How far each agent of an organization has come in its live events. */
export type Reached = ReadonlyMap<string, number>;

/** Gives that: what is deleted later is told with a higher number, whatever the clocks say. */
export async function readReached(db: Db, organizationId: string): Promise<Reached> {
  const counters = await listCounters(db, organizationId);
  return new Map(counters.map(({ agentId, last }) => [agentId, last]));
}

function listCounters(db: Db, organizationId: string) {
  return db
    .selectFrom("liveCounters")
    .select(["agentId", "last"])
    .where("organizationId", "=", organizationId)
    .execute();
}

interface Looked {
  organizationId: string;
  /** Of conversations, messages and people. */
  ids: ReadonlySet<string>;
}

/** Says whether one of these ended in any agent since then; see `isEndedSince`. */
export async function isAnyEndedSince(
  db: Db,
  { reached, ...looked }: Looked & { reached: Reached },
): Promise<boolean> {
  for (const { agentId, last } of await listCounters(db, looked.organizationId)) {
    const after = reached.get(agentId) ?? 0;
    if (last > after && (await isEndedSince(db, { ...looked, agentId, after }))) return true;
  }
  return false;
}

/** Says whether a message or a note of a conversation was deleted since; see `isEndedSince`. */
export function isRemovedSince(
  db: Db,
  { organizationId, agentId, threadId }: ThreadKey,
  after: number,
): Promise<boolean> {
  return isEndedSince(db, { organizationId, agentId, ids: new Set([threadId]), after });
}

export interface Ended extends Looked {
  agentId: string;
  /** The last event of the agent that was there when they were read. */
  after: number;
}

/**
 * Says whether one of these, or a message or a note of one of these conversations, was deleted since: what was read of
 * it before, and what a model made of that, must not be kept.
 */
export async function isEndedSince(db: Db, { organizationId, ids, agentId, after }: Ended): Promise<boolean> {
  const rows = await db
    .selectFrom("liveEvents")
    .select(["kind", "threadId", "contactId", "payload"])
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("number", ">", after)
    .where((row) => row.or([row("kind", "=", "threadGone"), row("payload", "like", '%.deleted"%')]))
    .execute();
  return rows.some((row) => endedBy(row).some((id) => typeof id === "string" && ids.has(id)));
}

/** A conversation's end names whose it was, who stays. */
function endedBy({ kind, threadId, contactId, payload }: Told): (string | null | undefined)[] {
  const { messageId, facts = [] } = JSON.parse(payload) as EventFacts & { messageId?: string }; // written by tell
  const types = facts.map(({ type }) => type);
  return [
    ...(kind === "threadGone" ? [threadId] : []),
    ...(types.includes("message.deleted") ? [threadId, messageId] : []),
    ...(types.includes("contact.deleted") ? [contactId] : []),
  ];
}

type Told = Pick<LiveEventRow, "kind" | "threadId" | "contactId" | "payload">;
