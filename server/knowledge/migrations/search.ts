import type { Kysely } from "kysely";
import { bytesType } from "../../database/columns.ts";

/** Creates the indices for search by words and by vectors. */
export async function createSearchTables(db: Kysely<unknown>): Promise<void> {
  await createPassageSegments(db);
  await createPassageVectors(db);
  await createSourceVectors(db);
  await createVectorBlocks(db);
}

async function createPassageSegments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("passageSegments")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("sourceId", "text", (c) => c.notNull())
    .addColumn("bucket", "integer", (c) => c.notNull())
    .addColumn("segment", "text", (c) => c.notNull())
    .addColumn("data", bytesType(db), (c) => c.notNull())
    .addPrimaryKeyConstraint("passageSegmentsKey", ["organizationId", "sourceId", "bucket", "segment"])
    .execute();
}

async function createPassageVectors(db: Kysely<unknown>): Promise<void> {
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
}

async function createSourceVectors(db: Kysely<unknown>): Promise<void> {
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

async function createVectorBlocks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("vectorBlocks")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("sourceId", "text", (c) => c.notNull())
    .addColumn("model", "text", (c) => c.notNull())
    .addColumn("block", "text", (c) => c.notNull())
    .addColumn("data", bytesType(db), (c) => c.notNull())
    .addPrimaryKeyConstraint("vectorBlocksKey", ["organizationId", "sourceId", "model", "block"])
    .execute();
}
