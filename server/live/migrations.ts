import { sql } from "kysely";
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
  "0016_liveFollowers": { up: createLiveFollowers },
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

/** How far each follower has read an agent's events. What webhooks and push had of their own moves into it. */
async function createLiveFollowers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("liveFollowers")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("follower", "text", (c) => c.notNull())
    .addColumn("subscriberId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("number", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("liveFollowersKey", ["organizationId", "follower", "subscriberId", "agentId"])
    .execute();
  await sql`insert into "liveFollowers"
    select "organizationId", 'webhooks', "webhookId", "agentId", "number" from "webhookCursors"`.execute(db);
  await sql`insert into "liveFollowers"
    select "organizationId", 'push', '', "agentId", "number" from "pushCursors"`.execute(db);
  await db.schema.dropTable("webhookCursors").execute();
  await db.schema.dropTable("pushCursors").execute();
}
