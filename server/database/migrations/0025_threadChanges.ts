import type { Migration } from "kysely/migration";

/** Changes of many conversations at once, each with how far it is. */
export const threadChanges: Migration = {
  async up(db) {
    await db.schema
      .createTable("threadChanges")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("userId", "text", (c) => c.notNull())
      .addColumn("userName", "text", (c) => c.notNull())
      .addColumn("jobId", "text", (c) => c.notNull())
      .addColumn("chosen", "text", (c) => c.notNull())
      .addColumn("change", "text", (c) => c.notNull())
      .addColumn("total", "integer", (c) => c.notNull())
      .addColumn("changed", "integer", (c) => c.notNull())
      .addColumn("unchanged", "integer", (c) => c.notNull())
      .addColumn("failures", "text", (c) => c.notNull())
      .addColumn("doneTo", "text", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("threadChangesKey", ["organizationId", "id"])
      .execute();
  },
};
