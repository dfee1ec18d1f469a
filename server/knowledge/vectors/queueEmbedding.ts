import type { Db, Tx } from "../../database/store.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import { readDefault } from "../../models/defaults.ts";
import type { IndexOwner } from "../retrieval/indexPassages.ts";
import type { VectorOwner } from "./planVectors.ts";
import type { SourceVectorsRow } from "./tables.ts";

export const embedJob = "knowledge.embed";

/** Queues the vectors of a source whose passages changed, where its organization has a model for them. */
export async function queueEmbedding(
  tx: Tx,
  jobs: Jobs,
  { organizationId, sourceId, now }: IndexOwner & { now: number },
): Promise<void> {
  const model = await readDefault(tx, organizationId, "embedding");
  if (model === null) return;
  await tx
    .insertInto("sourceVectors")
    .values({
      ...{ organizationId, sourceId, model, state: "queued", isStale: 1, isWhole: 0 },
      ...{ dimensions: null, done: 0, total: 0, error: null, updatedAt: now },
    })
    .onConflict((conflict) =>
      conflict
        .columns(["organizationId", "sourceId", "model"])
        .doUpdateSet({ isStale: 1, state: "queued", error: null, updatedAt: now }),
    )
    .execute();
  await enqueue(tx, jobs, { organizationId, sourceId });
}

/** Queues the vectors of all sources of an organization, after it chose a model, another one, or none. */
export async function queueAllEmbedding(
  tx: Tx,
  jobs: Jobs,
  { organizationId, now }: { organizationId: string; now: number },
): Promise<void> {
  const isOn = (await readDefault(tx, organizationId, "embedding")) !== null;
  const sources = await tx
    .selectFrom("dataSources")
    .select("id")
    .where("organizationId", "=", organizationId)
    .execute();
  for (const { id: sourceId } of sources) {
    if (isOn) await queueEmbedding(tx, jobs, { organizationId, sourceId, now });
    else await enqueue(tx, jobs, { organizationId, sourceId });
  }
}

/** Queues the job once more where something was asked of it while it ran. */
export async function queueAgain(tx: Tx, jobs: Jobs, owner: IndexOwner): Promise<void> {
  const model = await readDefault(tx, owner.organizationId, "embedding");
  const rows = await tx
    .selectFrom("sourceVectors")
    .select(["model", "isStale"])
    .where("organizationId", "=", owner.organizationId)
    .where("sourceId", "=", owner.sourceId)
    .forUpdate()
    .execute();
  const isDue =
    model === null ? rows.length > 0 : rows.some((row) => row.model === model && row.isStale === 1);
  if (isDue) await enqueue(tx, jobs, owner);
}

export async function setVectors(
  db: Db,
  { organizationId, sourceId, model }: VectorOwner,
  change: Partial<SourceVectorsRow>,
): Promise<void> {
  await db
    .updateTable("sourceVectors")
    .set(change)
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("model", "=", model)
    .execute();
}

async function enqueue(tx: Tx, jobs: Jobs, { organizationId, sourceId }: IndexOwner): Promise<void> {
  await jobs.enqueue(tx, { organizationId, kind: embedJob, key: sourceId, payload: { sourceId } });
}
