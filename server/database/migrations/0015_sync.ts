import type { Migration } from "kysely/migration";

/** When sources are synced by themselves. */
export const sync: Migration = {
  async up(db) {
    await db.schema.alterTable("dataSources").addColumn("schedule", "text").execute();
    await db.schema.alterTable("dataSources").addColumn("nextSyncAt", "bigint").execute();
    // Of all organisations: one clock asks for them.
    await db.schema.createIndex("dataSourcesDue").on("dataSources").columns(["nextSyncAt"]).execute();
  },
};
