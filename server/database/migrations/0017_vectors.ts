import type { Kysely } from "kysely";
import type { Migration } from "kysely/migration";
import { bytesType } from "../columns.ts";

/** Vectors of passages: each by its number, their signs in blocks that are searched as a whole, and how far a source is. */
export const vectors: Migration = {
  up: createVectors,
};

export async function createVectors(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("passageVectors")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("sourceId", "text", (c) => c.notNull())
    .addColumn("model", "text", (c) => c.notNull())
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("data", bytesType(db), (c) => c.notNull())
    .addPrimaryKeyConstraint("passageVectorsKey", ["organizationId", "sourceId", "model", "number"])
    .execute();
  await db.schema
    .createIndex("passageVectorsByHash")
    .on("passageVectors")
    .columns(["organizationId", "model", "hash"])
    .execute();
  await db.schema
    .createTable("vectorBlocks")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("sourceId", "text", (c) => c.notNull())
    .addColumn("model", "text", (c) => c.notNull())
    .addColumn("block", "text", (c) => c.notNull())
    .addColumn("data", bytesType(db), (c) => c.notNull())
    .addPrimaryKeyConstraint("vectorBlocksKey", ["organizationId", "sourceId", "model", "block"])
    .execute();
  await db.schema
    .createTable("sourceVectors")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("sourceId", "text", (c) => c.notNull())
    .addColumn("model", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("isStale", "integer", (c) => c.notNull())
    .addColumn("isWhole", "integer", (c) => c.notNull())
    .addColumn("dimensions", "integer")
    .addColumn("done", "integer", (c) => c.notNull())
    .addColumn("total", "integer", (c) => c.notNull())
    .addColumn("error", "text")
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("sourceVectorsKey", ["organizationId", "sourceId", "model"])
    .execute();
}
