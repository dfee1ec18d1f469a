import type { Migration } from "kysely/migration";

/** In which language the visitor's browser was when a conversation began. Of conversations from before nobody knows. */
export const threadLanguages: Migration = {
  async up(db) {
    await db.schema.alterTable("threads").addColumn("language", "text").execute();
  },
};
