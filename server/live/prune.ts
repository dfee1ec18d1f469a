import type { Store } from "../database/store.ts";
import type { Scheduler } from "../timing/scheduler.ts";

const keepForMs = 3 * 24 * 60 * 60 * 1000;
const everyMs = 10 * 60 * 1000;
/** Few at a time, so that on SQLite nobody waits long for the writer. */
const atOnce = 500;

/** Removes old events now and then until the function it gives is called. Clients further behind are told to read afresh. */
export function startPruning(store: Store, scheduler: Scheduler): () => Promise<void> {
  const work = () => pruneEvents(store, scheduler.now() - keepForMs);
  return scheduler.every({ name: "prunes live events", everyMs, work });
}

/** Removes the events made before a time, and writes down for each agent which is the oldest one kept. */
export async function pruneEvents(store: Store, before: number): Promise<void> {
  const agents = await store.reader
    .selectFrom("liveEvents")
    .where("createdAt", "<", before)
    .groupBy(["organizationId", "agentId"])
    .select((row) => ["organizationId", "agentId", row.fn.max("number").as("newest")])
    .execute();
  for (const agent of agents) {
    let isDone = false;
    while (!isDone) isDone = await pruneSome(store, agent);
  }
}

interface Pruned {
  organizationId: string;
  agentId: string;
  /** The highest number that goes. */
  newest: number;
}

async function pruneSome(store: Store, { organizationId, agentId, newest }: Pruned): Promise<boolean> {
  return store.transaction(async (tx) => {
    const counter = await tx
      .selectFrom("liveCounters")
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .select("oldest")
      .forUpdate()
      .executeTakeFirst();
    if (!counter || counter.oldest > newest) return true;
    const upTo = Math.min(newest, counter.oldest + atOnce - 1);
    await tx
      .updateTable("liveCounters")
      .set({ oldest: upTo + 1 })
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .execute();
    await tx
      .deleteFrom("liveEvents")
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where("number", "<=", upTo)
      .execute();
    return upTo === newest;
  });
}
