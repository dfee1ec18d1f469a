import type { Migration } from "kysely/migration";

/** What models made of a message in other languages, kept with it: each is made once and charged once. */
export const translations: Migration = {
  async up(db) {
    await db.schema.alterTable("messages").addColumn("translations", "text").execute();
  },
};
