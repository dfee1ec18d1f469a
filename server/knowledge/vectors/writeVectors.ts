import { newId } from "../../database/ids.ts";
import type { Db, Store, Tx } from "../../database/store.ts";
import { encodeBlock } from "./block.ts";
import { deletedAtOnce } from "./dropVectors.ts";
import type { VectorOwner, VectorPlan } from "./planVectors.ts";
import { readStoredSigns } from "./quantise.ts";

/** A vector to be kept, in its stored form. */
export interface NewVector {
  number: number;
  hash: string;
  data: Uint8Array;
}

const rowsAtOnce = 50;

/** Writes vectors of a source: found as soon as `tx` commits. One that is there already stays. */
export async function insertVectors(
  tx: Tx,
  { vectors, ...owner }: VectorOwner & { vectors: readonly NewVector[] },
): Promise<void> {
  for (let from = 0; from < vectors.length; from += rowsAtOnce) {
    const rows = vectors.slice(from, from + rowsAtOnce).map((vector) => ({ ...owner, ...vector }));
    await tx
      .insertInto("passageVectors")
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const signs = vectors.map(({ number, data }) => ({ number, signs: readStoredSigns(data) }));
  await insertBlock(tx, { ...owner, data: encodeBlock(signs) });
}

/** Puts the folded blocks in the place of the old ones, and deletes the vectors of passages that are gone. */
export async function applyPlan(
  store: Store,
  { plan: { fold, dead }, ...owner }: VectorOwner & { plan: Pick<VectorPlan, "fold" | "dead"> },
): Promise<void> {
  if (fold) {
    await store.transaction(async (tx) => {
      const gone = await ofOwner(tx, owner)
        .select("block")
        .where("block", "in", fold.replaces)
        .forUpdate()
        .execute();
      if (gone.length < fold.replaces.length) return;
      for (const data of fold.blocks) await insertBlock(tx, { ...owner, data });
      await tx
        .deleteFrom("vectorBlocks")
        .where("organizationId", "=", owner.organizationId)
        .where("sourceId", "=", owner.sourceId)
        .where("model", "=", owner.model)
        .where("block", "in", fold.replaces)
        .execute();
    });
  }
  for (let from = 0; from < dead.length; from += deletedAtOnce) {
    await store.db
      .deleteFrom("passageVectors")
      .where("organizationId", "=", owner.organizationId)
      .where("sourceId", "=", owner.sourceId)
      .where("model", "=", owner.model)
      .where("number", "in", dead.slice(from, from + deletedAtOnce))
      .execute();
  }
}

function ofOwner(db: Db, { organizationId, sourceId, model }: VectorOwner) {
  return db
    .selectFrom("vectorBlocks")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("model", "=", model);
}

async function insertBlock(tx: Tx, { data, ...owner }: VectorOwner & { data: Uint8Array }): Promise<void> {
  await tx
    .insertInto("vectorBlocks")
    .values({ ...owner, block: newId(), data })
    .execute();
}
