import type { Kysely } from "kysely";
import { bytesType } from "../../database/columns.ts";

/** Makes the index table; the house's first migration calls it beside the tables of knowledge. */
export async function createPassageSegments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("passageSegments")
    .addColumn("organizationId", "text", (column) => column.notNull())
    .addColumn("sourceId", "text", (column) => column.notNull())
    .addColumn("bucket", "integer", (column) => column.notNull())
    .addColumn("segment", "text", (column) => column.notNull())
    .addColumn("data", bytesType(db), (column) => column.notNull())
    .addPrimaryKeyConstraint("passageSegmentsKey", ["organizationId", "sourceId", "bucket", "segment"])
    .execute();
}
