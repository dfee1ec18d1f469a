import type { Migration } from "kysely/migration";

/** Which conversations an export is of: so many ids are more than an address may be long. */
export const chosenExports: Migration = {
  async up(db) {
    await db.schema
      .createTable("chosenExports")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("threadIds", "text", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("chosenExportsKey", ["organizationId", "id"])
      .execute();
    await db.schema.createIndex("chosenExportsByAge").on("chosenExports").column("createdAt").execute();
  },
};
