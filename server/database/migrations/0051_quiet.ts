import type { Migration } from "kysely/migration";

/** When somebody is told of nothing, and of which conversations. */
export const quiet: Migration = {
  async up(db) {
    await db.schema.alterTable("pushSettings").addColumn("quietHours", "text").execute();
    await db.schema
      .createTable("mutedThreads")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("threadId", "text", (c) => c.notNull())
      .addColumn("userId", "text", (c) => c.notNull().references("users.id").onDelete("cascade"))
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("mutedThreadsKey", ["organizationId", "threadId", "userId"])
      .execute();
    await db.schema
      .createIndex("mutedThreadsOfMember")
      .on("mutedThreads")
      .columns(["organizationId", "userId", "agentId"])
      .execute();
  },
};
