import type { Db, Store, Tx } from "../../database/store.ts";
import { readDefault } from "../../models/defaults.ts";
import type { IndexOwner } from "../retrieval/indexPassages.ts";
import type { VectorOwner } from "./planVectors.ts";

/** Vectors are long: this many are deleted in one step. */
export const deletedAtOnce = 200;

/** Deletes all vectors of a source that goes, in short steps. */
export async function dropVectors(store: Store, owner: IndexOwner): Promise<void> {
  for (const model of await listModels(store.db, owner)) {
    await dropModel(store, { ...owner, model }, { isSourceGone: true });
  }
}

/**
 * Deletes a source's vectors of all models but one; null: of all. Those of the model that the organization has chosen stay as
 * well, also where it chooses it while they are being deleted: those that are gone are made again then.
 */
export async function dropOtherVectors(
  store: Store,
  { model: kept, ...owner }: IndexOwner & { model: string | null },
): Promise<void> {
  for (const model of await listModels(store.db, owner)) {
    if (model !== kept) await dropModel(store, { ...owner, model }, { isSourceGone: false });
  }
}

async function listModels(db: Db, { organizationId, sourceId }: IndexOwner): Promise<string[]> {
  const rows = await db
    .selectFrom("sourceVectors")
    .select("model")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .execute();
  return rows.map(({ model }) => model);
}

interface Why {
  isSourceGone: boolean;
}

async function dropModel(store: Store, owner: VectorOwner, why: Why): Promise<void> {
  let hasMore = true;
  while (hasMore) hasMore = await store.transaction((tx) => dropStep(tx, owner, why));
}

/** Gives whether there is more to delete. */
async function dropStep(
  tx: Tx,
  { organizationId, sourceId, model }: VectorOwner,
  { isSourceGone }: Why,
): Promise<boolean> {
  // Choosing a model writes this row, so either the choice or the step waits for the other.
  const state = await tx
    .selectFrom("sourceVectors")
    .select("model")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("model", "=", model)
    .forUpdate()
    .executeTakeFirst();
  if (!state) return false;
  if (!isSourceGone && (await readDefault(tx, organizationId, "embedding")) === model) return false;
  // Without its blocks a vector is missing to the planner, so that it is created again.
  await tx
    .deleteFrom("vectorBlocks")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("model", "=", model)
    .execute();
  const rows = await tx
    .selectFrom("passageVectors")
    .select("number")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("model", "=", model)
    .orderBy("number")
    .limit(deletedAtOnce)
    .execute();
  const last = rows.at(-1);
  if (!last) {
    await tx
      .deleteFrom("sourceVectors")
      .where("organizationId", "=", organizationId)
      .where("sourceId", "=", sourceId)
      .where("model", "=", model)
      .execute();
    return false;
  }
  await tx
    .updateTable("sourceVectors")
    .set({ isWhole: 0 })
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("model", "=", model)
    .execute();
  await tx
    .deleteFrom("passageVectors")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("model", "=", model)
    .where("number", "<=", last.number)
    .execute();
  return true;
}
