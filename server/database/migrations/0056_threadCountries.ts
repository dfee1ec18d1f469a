import type { Migration } from "kysely/migration";

/** From which country a visitor wrote, where a proxy in front says so. Of conversations from before nobody knows. */
export const threadCountries: Migration = {
  async up(db) {
    await db.schema.alterTable("threads").addColumn("country", "text").execute();
  },
};
