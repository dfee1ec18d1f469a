import type { Kysely } from "kysely";

/** Live events with the counter of each agent, whose locked row makes numbers follow the order of commits. */
export async function createLive(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("liveCounters")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("last", "bigint", (c) => c.notNull())
    .addColumn("oldest", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("liveCountersKey", ["organizationId", "agentId"])
    .execute();
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
  await db.schema
    .createIndex("liveEventsByContact")
    .on("liveEvents")
    .columns(["organizationId", "agentId", "contactId", "number"])
    .execute();
  await db.schema.createIndex("liveEventsByAge").on("liveEvents").column("createdAt").execute();
}
