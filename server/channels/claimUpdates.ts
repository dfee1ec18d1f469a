import type { JobRow } from "../jobs/tables.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import { isAtWork } from "./sendDeliveries.ts";
import type { ChannelUpdateRow } from "./tables.ts";

/** The most updates of a conversation that are read together, such as an album. */
const mostTogether = 20;

interface Claim {
  conversation: string;
  jobId: JobRow["id"];
  /** Updates may be parts of one message. Otherwise one is loaded at a time: a mail can have many megabytes. */
  isGrouped: boolean;
}

/**
 * Claims a conversation with all that waits in it, and gives the first ones, or the first one. None where nothing waits, or
 * another job is at it: that one looks again after each update, so it reads what came meanwhile, too.
 */
export function claimUpdates(
  { store, jobs }: Pick<ChannelDeps, "store" | "jobs">,
  { organizationId, agentId, type }: ChannelKey,
  { conversation, jobId, isGrouped }: Claim,
): Promise<ChannelUpdateRow[]> {
  return store.transaction(async (tx) => {
    const waiting = await tx
      .selectFrom("channelUpdates")
      .select(["updateKey", "jobId"])
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where("type", "=", type)
      .where("conversation", "=", conversation)
      .where("state", "=", "waiting")
      .orderBy("at")
      .orderBy("id")
      .forUpdate()
      .execute();
    if (waiting.length === 0) return [];
    const others = new Set(waiting.map((update) => update.jobId).filter((id) => id !== jobId));
    for (const other of others)
      if (await isAtWork({ jobs, db: tx }, { organizationId, jobId: other })) return [];
    if (others.size > 0)
      await tx
        .updateTable("channelUpdates")
        .set({ jobId })
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId)
        .where("type", "=", type)
        .where("conversation", "=", conversation)
        .where("state", "=", "waiting")
        .execute();
    const first = waiting.slice(0, isGrouped ? mostTogether : 1).map(({ updateKey }) => updateKey);
    return tx
      .selectFrom("channelUpdates")
      .selectAll()
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where("type", "=", type)
      .where("updateKey", "in", first)
      .orderBy("at")
      .orderBy("id")
      .execute();
  });
}
