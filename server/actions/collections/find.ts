import { AppError } from "../../../shared/errors/errors.ts";
import { findAgent } from "../../agents/find.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Db, Tx } from "../../database/store.ts";
import type { CollectionImportRow, StoredCollection } from "./tables.ts";

export interface CollectionKey extends AgentKey {
  collectionId: string;
}

/** The agent of a path; everybody else's is `not_found`. */
export async function findKey(
  db: Db,
  { organizationId }: { organizationId: string },
  { productId }: { productId: string },
): Promise<AgentKey> {
  await findAgent(db, { organizationId, agentId: productId });
  return { organizationId, agentId: productId };
}

/** A collection, found through its organization and agent; everything else is the same `not_found`. */
export async function findCollection(
  db: Db,
  { organizationId, agentId, collectionId }: CollectionKey,
): Promise<StoredCollection> {
  const row = await db
    .selectFrom("collections")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", collectionId)
    .where("agentId", "=", agentId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}

/** As `findCollection`, and nobody else writes its settings or rows before the transaction is over. */
export async function lockCollection(tx: Tx, key: CollectionKey): Promise<StoredCollection> {
  await tx
    .selectFrom("collections")
    .select("id")
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.collectionId)
    .forUpdate()
    .execute();
  return findCollection(tx, key);
}

/** An agent's collections by name. */
export function listAgentCollections(
  db: Db,
  { organizationId, agentId }: AgentKey,
): Promise<StoredCollection[]> {
  return db
    .selectFrom("collections")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .orderBy("name")
    .orderBy("id")
    .execute();
}

/** An import of a collection that was found. */
export async function findImport(
  db: Db,
  { organizationId, id: collectionId }: Pick<StoredCollection, "organizationId" | "id">,
  importId: string,
): Promise<CollectionImportRow> {
  const row = await db
    .selectFrom("collectionImports")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", importId)
    .where("collectionId", "=", collectionId)
    .executeTakeFirst();
  if (!row) throw new AppError("not_found");
  return row;
}
