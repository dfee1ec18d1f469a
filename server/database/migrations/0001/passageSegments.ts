import type { Kysely } from "kysely";
import { bytesType } from "../../columns.ts";

/** The retrieval index: each row the terms of some passages of a source, as bytes. */
export async function createPassageSegments(db: Kysely<unknown>): Promise<void> {
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
