import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Migrations } from "../database/migrate.ts";

/** The queue. */
export const jobsMigrations: Migrations = {
  "0002_jobs": {
    async up(db) {
      await createJobs(db);
    },
  },
  // By this the claim steps from one organization to the next.
  "0018_jobTurns": {
    async up(db) {
      await db.schema
        .createIndex("jobsByTurn")
        .on("jobs")
        .columns(["state", "kind", "organizationId", "runAt"])
        .execute();
    },
  },
};

async function createJobs(db: Kysely<unknown>): Promise<void> {
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
  await db.schema
    .createIndex("jobsByEnd")
    .on("jobs")
    .columns(["endedAt"])
    .where(sql.ref("endedAt"), "is not", null)
    .execute();
  await db.schema
    .createIndex("jobsByKey")
    .on("jobs")
    .columns(["organizationId", "kind", "key", "createdAt"])
    .execute();
  await db.schema.createIndex("jobsByState").on("jobs").columns(["state", "kind", "runAt"]).execute();
  await db.schema
    .createIndex("jobsLiveKey")
    .unique()
    .on("jobs")
    .columns(["organizationId", "kind", "key"])
    .where(sql.ref("state"), "in", ["queued", "running"])
    .execute();
}
