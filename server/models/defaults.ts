import type { Db, Tx } from "../database/store.ts";

/** The model that an organisation's new agents are given; null for the built-in one. */
export async function readDefault(db: Db, organizationId: string): Promise<string | null> {
  const row = await db
    .selectFrom("modelDefaults")
    .select("model")
    .where("organizationId", "=", organizationId)
    .where("job", "=", "chat")
    .executeTakeFirst();
  return row?.model ?? null;
}

/** Sets it; null goes back to the built-in one. */
export async function writeDefault(tx: Tx, organizationId: string, model: string | null): Promise<void> {
  await tx
    .deleteFrom("modelDefaults")
    .where("organizationId", "=", organizationId)
    .where("job", "=", "chat")
    .execute();
  if (model === null) return;
  await tx.insertInto("modelDefaults").values({ organizationId, job: "chat", model }).execute();
}
