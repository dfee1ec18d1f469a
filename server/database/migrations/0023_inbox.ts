import type { Migration } from "kysely/migration";

/** What a team keeps of its conversations: status, priority, labels, whose they are, and who waits since when. */
export const inbox: Migration = {
  async up(db) {
    const threads = db.schema.alterTable("threads");
    await threads.addColumn("snoozedUntil", "bigint").execute();
    await threads.addColumn("priority", "integer", (c) => c.notNull().defaultTo(0)).execute();
    await threads.addColumn("teamId", "text").execute();
    await threads.addColumn("waitingSince", "bigint").execute();
    await threads.addColumn("firstReplyAt", "bigint").execute();
    await db.schema
      .createIndex("threadsByQueue")
      .on("threads")
      .columns(["organizationId", "agentId", "preview", "status", "lastActivityAt", "id"])
      .columns(["handledBy", "assigneeId", "waitingSince", "surfaceType"])
      .execute();
    const messages = db.schema.alterTable("messages");
    await messages.addColumn("audience", "text", (c) => c.notNull().defaultTo("all")).execute();
    await messages.addColumn("about", "text").execute();
    await db.schema
      .createTable("labels")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("nameKey", "text", (c) => c.notNull())
      .addColumn("colour", "text", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("labelsKey", ["organizationId", "id"])
      .addUniqueConstraint("labelsByName", ["organizationId", "agentId", "nameKey"])
      .execute();
    await db.schema
      .createTable("threadLabels")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("threadId", "text", (c) => c.notNull())
      .addColumn("labelId", "text", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("threadLabelsKey", ["organizationId", "threadId", "labelId"])
      .execute();
    await db.schema
      .createIndex("threadLabelsByLabel")
      .on("threadLabels")
      .columns(["organizationId", "labelId", "threadId"])
      .execute();
  },
};
