import type { Migration } from "kysely/migration";

/** How a team answers together: who is named in a note, and what is often replied. */
export const together: Migration = {
  async up(db) {
    await db.schema
      .createTable("mentions")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("threadId", "text", (c) => c.notNull())
      .addColumn("messageId", "text", (c) => c.notNull())
      .addColumn("userId", "text", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addColumn("readAt", "bigint")
      .addPrimaryKeyConstraint("mentionsKey", ["organizationId", "messageId", "userId"])
      .execute();
    await db.schema
      .createIndex("mentionsByUser")
      .on("mentions")
      .columns(["organizationId", "userId", "agentId", "readAt", "threadId"])
      .execute();
    await db.schema
      .createIndex("mentionsByThread")
      .on("mentions")
      .columns(["organizationId", "threadId", "readAt"])
      .execute();
    await db.schema
      .createTable("cannedReplies")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("ownerId", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("nameKey", "text", (c) => c.notNull())
      .addColumn("text", "text", (c) => c.notNull())
      .addColumn("uses", "integer", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addColumn("updatedAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("cannedRepliesKey", ["organizationId", "id"])
      .addUniqueConstraint("cannedRepliesByName", ["organizationId", "agentId", "ownerId", "nameKey"])
      .execute();
  },
};
