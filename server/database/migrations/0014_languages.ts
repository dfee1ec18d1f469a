import type { Migration } from "kysely/migration";

/** The language in which a person gets mails and reads dates and numbers. */
export const languages: Migration = {
  async up(db) {
    await db.schema.alterTable("users").addColumn("language", "text").execute();
  },
};
