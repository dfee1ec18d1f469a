import type { Migration } from "kysely/migration";

/** When sources are synced by themselves, and the addresses that start a sync from outside. */
export const sync: Migration = {
  async up(db) {
    for (const [column, type] of [
      ["schedule", "text"],
      ["nextSyncAt", "bigint"],
      ["webhookHash", "text"],
      ["webhookEnding", "text"],
      ["webhookCreatedAt", "bigint"],
      ["webhookUsedAt", "bigint"],
    ] as const) {
      await db.schema.alterTable("dataSources").addColumn(column, type).execute();
    }
    // Of all organisations: one clock asks for them, and a token names none.
    await db.schema.createIndex("dataSourcesDue").on("dataSources").columns(["nextSyncAt"]).execute();
    await db.schema
      .createIndex("dataSourcesByWebhook")
      .on("dataSources")
      .columns(["webhookHash"])
      .unique()
      .execute();
  },
};
