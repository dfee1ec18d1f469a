import type { Migration } from "kysely/migration";

/** By which browser and system a visitor began a conversation, in words. Of conversations from before nobody knows. */
export const devices: Migration = {
  async up(db) {
    await db.schema.alterTable("threads").addColumn("device", "text").execute();
  },
};
