import type { Migration } from "kysely/migration";

/** Which of the organisation's own data sources an agent answers from. */
export const sharedSources: Migration = {
  async up(db) {
    await db.schema
      .createTable("sharedSourceUse")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("sourceId", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("sharedSourceUseKey", ["organizationId", "agentId", "sourceId"])
      .execute();
    await db.schema
      .createIndex("sharedSourceUseBySource")
      .on("sharedSourceUse")
      .columns(["organizationId", "sourceId"])
      .execute();
  },
};
