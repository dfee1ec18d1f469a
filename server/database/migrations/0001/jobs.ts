import { sql } from "kysely";
import type { Kysely } from "kysely";

/** The queue of work that outlives its request. */
export async function createJobs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("jobs")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("payload", "text", (c) => c.notNull())
    .addColumn("progress", "text")
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("maxAttempts", "integer", (c) => c.notNull())
    .addColumn("runAt", "bigint", (c) => c.notNull())
    .addColumn("leaseUntil", "bigint")
    .addColumn("owner", "text")
    .addColumn("cancelAskedAt", "bigint")
    .addColumn("error", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("startedAt", "bigint")
    .addColumn("endedAt", "bigint")
    .addPrimaryKeyConstraint("jobsKey", ["organizationId", "id"])
    .execute();
  // At most one job of a kind and key is waiting or running.
  await db.schema
    .createIndex("jobsLiveKey")
    .on("jobs")
    .columns(["organizationId", "kind", "key"])
    .where(sql.ref("state"), "in", ["queued", "running"])
    .unique()
    .execute();
  await db.schema.createIndex("jobsByState").on("jobs").columns(["state", "kind", "runAt"]).execute();
  await db.schema
    .createIndex("jobsByKey")
    .on("jobs")
    .columns(["organizationId", "kind", "key", "createdAt"])
    .execute();
}
