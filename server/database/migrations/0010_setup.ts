import type { Migration } from "kysely/migration";

/**
 * The setup guide of each agent, deleted agents that can be restored, and who saved a draft last. An agent of before has
 * been set up by whoever made it: its guide is empty, which counts as reviewed, so that its landing stays where it was.
 */
export const setup: Migration = {
  async up(db) {
    await db.schema
      .alterTable("agents")
      .addColumn("setupGuide", "text", (c) => c.notNull().defaultTo("[]"))
      .execute();
    for (const table of ["agents", "surfaces", "hostedPages"]) {
      // JSON of SavedBy.
      await db.schema.alterTable(table).addColumn("savedBy", "text").execute();
    }
    await db.schema
      .createTable("deletedAgents")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("icon", "text", (c) => c.notNull())
      .addColumn("row", "text", (c) => c.notNull())
      .addColumn("deletedBy", "text")
      .addColumn("deletedAt", "bigint", (c) => c.notNull())
      .addColumn("removeAt", "bigint", (c) => c.notNull())
      .addColumn("jobId", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("deletedAgentsKey", ["organizationId", "id"])
      .execute();
  },
};
