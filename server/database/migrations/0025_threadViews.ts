import type { Migration } from "kysely/migration";

/** Filters of conversations that people keep under names, and the one with which the inbox opens for somebody. */
export const threadViews: Migration = {
  async up(db) {
    await db.schema
      .createTable("threadViews")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("makerId", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("isShared", "integer", (c) => c.notNull())
      .addColumn("filter", "text", (c) => c.notNull())
      .addColumn("sort", "text", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addColumn("updatedAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("threadViewsKey", ["organizationId", "id"])
      .execute();
    await db.schema
      .createIndex("threadViewsByAgent")
      .on("threadViews")
      .columns(["organizationId", "agentId", "makerId"])
      .execute();
    await db.schema
      .createTable("startViews")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("userId", "text", (c) => c.notNull())
      .addColumn("viewId", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("startViewsKey", ["organizationId", "agentId", "userId"])
      .execute();
  },
};
