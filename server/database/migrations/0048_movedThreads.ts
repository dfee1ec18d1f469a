import type { Migration } from "kysely/migration";

/** What a change of many conversations moved of each, so that it can be undone. */
export const movedThreads: Migration = {
  async up(db) {
    const changes = db.schema.alterTable("threadChanges");
    await changes.addColumn("undoes", "text").execute();
    await changes.addColumn("undoneAt", "bigint").execute();
    await db.schema
      .createTable("movedThreads")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("changeId", "text", (c) => c.notNull())
      .addColumn("threadId", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("moved", "text", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("movedThreadsKey", ["organizationId", "changeId", "threadId"])
      .execute();
    await db.schema
      .createIndex("movedThreadsByThread")
      .on("movedThreads")
      .columns(["organizationId", "threadId"])
      .execute();
    await db.schema.createIndex("movedThreadsByAge").on("movedThreads").column("createdAt").execute();
  },
};
