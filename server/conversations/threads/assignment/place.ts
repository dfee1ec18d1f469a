import type { LiveEvent } from "../../../../shared/contract/conversations/conversations.ts";
import { findAnsweringAgent } from "../../../agents/find.ts";
import type { AgentKey } from "../../../agents/parts.ts";
import type { Db, Tx } from "../../../database/store.ts";
import type { ConversationDeps } from "../../deps.ts";
import type { ThreadRow } from "../../tables.ts";
import { isInQueue } from "./waiting.ts";

type Place = Extract<LiveEvent, { type: "place" }>;

/** As many of those who wait have a place that is told when the queue moves; who stands further behind has none yet. */
export const mostTold = 200;

/** Gives how many wait before each of these threads of one agent that wait; none where the agent does not tell it, or too many do. */
export async function readPlaces(db: Db, threads: readonly ThreadRow[]): Promise<Map<string, number>> {
  const waiting = threads.filter(isInQueue);
  const [first] = waiting;
  if (!first || !(await tellsPlaces(db, first))) return new Map();
  const counted = waiting.map(async (thread) => [thread.id, await countBefore(db, thread)] as const);
  return new Map((await Promise.all(counted)).filter(([, before]) => before < mostTold));
}

/** Whether somebody's place may be another than before. */
export function isMoved(before: ThreadRow, after: ThreadRow): boolean {
  const [was, is] = [isInQueue(before), isInQueue(after)];
  return was !== is || (is && before.priority !== after.priority);
}

/**
 * Tells visitors in this agent's queue how many are ahead of them, once the transaction is committed, and as many
 * behind them that they have no place: some may have had one until now.
 */
export function tellPlaces(deps: ConversationDeps, tx: Tx, agent: AgentKey): void {
  tx.afterCommit(() => void tellOnce(deps, agent).catch(deps.report));
}

/** Which agents' places are being told, by who tells; true where somebody's moved meanwhile. */
const telling = new WeakMap<ConversationDeps["events"], Map<string, boolean>>();

/** Many who come at once are told of once more when the last telling is through, not each by itself. */
async function tellOnce(deps: ConversationDeps, agent: AgentKey): Promise<void> {
  const name = `${agent.organizationId} ${agent.agentId}`;
  const own = telling.get(deps.events) ?? new Map<string, boolean>();
  telling.set(deps.events, own);
  if (own.has(name)) return void own.set(name, true);
  try {
    do {
      own.set(name, false);
      await tellAll(deps, agent);
    } while (own.get(name));
  } finally {
    own.delete(name);
  }
}

async function tellAll(
  { store: { db }, events }: ConversationDeps,
  { organizationId, agentId }: AgentKey,
): Promise<void> {
  if (!(await tellsPlaces(db, { organizationId, agentId }))) return;
  const waiting = await selectWaiting(db, { organizationId, agentId })
    .select(["id", "contactId"])
    .orderBy("priority", "desc")
    .orderBy("personRequestedAt")
    .orderBy("id")
    .limit(2 * mostTold)
    .execute();
  for (const [before, { id: threadId, contactId }] of waiting.entries()) {
    const place: Place = { type: "place", threadId, peopleBefore: before < mostTold ? before : null };
    events.sendTransient({ organizationId, agentId, contactId }, JSON.stringify(place));
  }
}

async function countBefore(db: Db, thread: ThreadRow): Promise<number> {
  const { id, priority, personRequestedAt } = thread;
  const { before } = await selectWaiting(db, thread)
    .where((row) =>
      row.or([
        row("priority", ">", priority),
        row.and([row("priority", "=", priority), row("personRequestedAt", "<", personRequestedAt)]),
        row.and([
          ...[row("priority", "=", priority), row("personRequestedAt", "=", personRequestedAt)],
          row("id", "<", id),
        ]),
      ]),
    )
    .select(({ fn }) => fn.countAll<number>().as("before"))
    .executeTakeFirstOrThrow();
  return Number(before);
}

/** The same as isInQueue, asked of the rows. */
function selectWaiting(db: Db, { organizationId, agentId }: AgentKey) {
  return db
    .selectFrom("threads")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("personRequestedAt", "is not", null)
    .where("assigneeId", "is", null)
    .where("handledBy", "=", "human")
    .where("status", "in", ["open", "pending"])
    .where("preview", "=", 0);
}

async function tellsPlaces(db: Db, { organizationId, agentId }: AgentKey): Promise<boolean> {
  const agent = await findAnsweringAgent(db, { organizationId, agentId }, { preview: false });
  return agent?.configuration.assignment.tellsPlace ?? false;
}
