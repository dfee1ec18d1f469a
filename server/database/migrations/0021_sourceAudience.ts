import type { Migration } from "kysely/migration";

/** Whom a data source is for. */
export const sourceAudience: Migration = {
  async up(db) {
    await db.schema
      .alterTable("dataSources")
      .addColumn("audience", "text", (c) => c.notNull().defaultTo("everyone"))
      .execute();
  },
};
