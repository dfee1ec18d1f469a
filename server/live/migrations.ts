import type { Kysely } from "kysely";
import type { Migrations } from "../database/migrate.ts";

/** Live events, with one counter for each agent: its locked row makes numbers follow the order of commits. */
export const liveMigrations: Migrations = {
  "0003_live": {
    async up(db) {
      await createLiveCounters(db);
      await createLiveEvents(db);
    },
  },
};

async function createLiveCounters(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("liveCounters")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("last", "bigint", (c) => c.notNull())
    .addColumn("oldest", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("liveCountersKey", ["organizationId", "agentId"])
    .execute();
}

async function createLiveEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("liveEvents")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("number", "bigint", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("threadId", "text")
    .addColumn("contactId", "text")
    .addColumn("audience", "text", (c) => c.notNull())
    .addColumn("payload", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("liveEventsKey", ["organizationId", "agentId", "number"])
    .execute();
  await db.schema.createIndex("liveEventsByAge").on("liveEvents").column("createdAt").execute();
  await db.schema
    .createIndex("liveEventsByContact")
    .on("liveEvents")
    .columns(["organizationId", "agentId", "contactId", "number"])
    .execute();
}
