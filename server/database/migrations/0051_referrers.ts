import type { Migration } from "kysely/migration";

/** From where a visitor came to the page on which a conversation began. Of conversations from before nobody knows. */
export const referrers: Migration = {
  async up(db) {
    await db.schema.alterTable("threads").addColumn("referrer", "text").execute();
  },
};
