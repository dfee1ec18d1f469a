import type { Migration } from "kysely/migration";

/** Replies that are sent at a time to come. */
export const scheduledReplies: Migration = {
  async up(db) {
    await db.schema
      .createTable("scheduledReplies")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("threadId", "text", (c) => c.notNull())
      .addColumn("clientId", "text", (c) => c.notNull())
      .addColumn("authorId", "text", (c) => c.notNull())
      .addColumn("authorName", "text", (c) => c.notNull())
      .addColumn("content", "text", (c) => c.notNull())
      .addColumn("sendAt", "bigint", (c) => c.notNull())
      .addColumn("heldBecause", "text")
      .addColumn("heldAt", "bigint")
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("scheduledRepliesKey", ["organizationId", "id"])
      .addUniqueConstraint("scheduledRepliesByThread", ["organizationId", "threadId", "clientId"])
      .execute();
  },
};
