import type { AgentKey } from "../../agents/parts.ts";
import type { Store, Tx } from "../../database/store.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { JobRow } from "../../jobs/tables.ts";
import type { SearchPool } from "../retrieval/searchPool.ts";
import type { HygieneCheckRow } from "./tables.ts";

export const hygieneJob = "knowledge.hygiene";

/** Queues a look at how like an agent's passages are; one that is under way is followed by another. */
export async function queueHygiene(tx: Tx, jobs: Jobs, { organizationId, agentId }: AgentKey): Promise<void> {
  await tx
    .insertInto("hygieneChecks")
    .values({ ...{ organizationId, agentId, state: "queued", passages: 0, isWhole: 1 }, checkedAt: null })
    .onConflict((conflict) =>
      conflict.columns(["organizationId", "agentId"]).doUpdateSet({ state: "queued" }),
    )
    .execute();
  await enqueue(tx, jobs, { organizationId, agentId });
}

/** The job that compares an agent's passages on a thread, and puts what it found in the place of what stood there. */
export function createHygieneHandler({
  store,
  search,
  now,
}: {
  store: Store;
  search: SearchPool;
  now: () => number;
}) {
  return async (job: JobRow): Promise<void> => {
    const agent = readAgent(job);
    await setCheck(store.db, agent, { state: "running" });
    const { passages, isWhole, pairs } = await search.findLikePassages(agent);
    await store.transaction(async (tx) => {
      const there = await setCheck(tx, agent, { passages, isWhole: Number(isWhole), checkedAt: now() });
      // Of an agent that was deleted meanwhile nothing is kept.
      if (!there) return;
      await deletePairs(tx, agent);
      for (let from = 0; from < pairs.length; from += rowsAtOnce) {
        const rows = pairs
          .slice(from, from + rowsAtOnce)
          .map((pair) => ({ ...agent, id: namePair(pair), ...pair }));
        await tx.insertInto("likePassages").values(rows).execute();
      }
    });
  };
}

const rowsAtOnce = 50;

/** The same pair has the same name in every look. */
function namePair({ firstHash, secondHash }: { firstHash: string; secondHash: string }): string {
  return `${firstHash.slice(0, 24)}-${secondHash.slice(0, 24)}`;
}

/** Says with the job's end how it ended; where another look was asked for meanwhile, it follows. */
export function createHygieneEnded(jobs: Jobs) {
  return async (tx: Tx, job: JobRow): Promise<void> => {
    const agent = readAgent(job);
    const { organizationId, agentId } = agent;
    const check = await tx
      .selectFrom("hygieneChecks")
      .select("state")
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .forUpdate()
      .executeTakeFirst();
    if (job.state === "done" && check?.state === "queued") return enqueue(tx, jobs, agent);
    await setCheck(tx, agent, { state: job.state === "done" ? "ready" : "failed" });
  };
}

/** Forgets what was found out about an agent. */
export async function forgetHygiene(tx: Tx, agent: AgentKey): Promise<void> {
  await deletePairs(tx, agent);
  for (const table of ["ignoredPairs", "hygieneChecks"] as const) {
    await tx
      .deleteFrom(table)
      .where("organizationId", "=", agent.organizationId)
      .where("agentId", "=", agent.agentId)
      .execute();
  }
}

async function deletePairs(tx: Tx, { organizationId, agentId }: AgentKey): Promise<void> {
  await tx
    .deleteFrom("likePassages")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .execute();
}

/** Gives whether there is such a row. */
async function setCheck(
  db: Store["db"] | Tx,
  { organizationId, agentId }: AgentKey,
  change: Partial<HygieneCheckRow>,
): Promise<boolean> {
  const rows = await db
    .updateTable("hygieneChecks")
    .set(change)
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .returning("agentId")
    .execute();
  return rows.length > 0;
}

function readAgent({ organizationId, payload }: JobRow): AgentKey {
  return { organizationId, agentId: (JSON.parse(payload) as { agentId: string }).agentId }; // by enqueue
}

async function enqueue(tx: Tx, jobs: Jobs, { organizationId, agentId }: AgentKey): Promise<void> {
  await jobs.enqueue(tx, { organizationId, kind: hygieneJob, key: agentId, payload: { agentId } });
}
