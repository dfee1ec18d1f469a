import type { Migration } from "kysely/migration";

/** The page from which a visitor wrote last, where that is another than the one on which the conversation began. */
export const latestPages: Migration = {
  async up(db) {
    const threads = db.schema.alterTable("threads");
    await threads.addColumn("latestPageUrl", "text").execute();
    await threads.addColumn("latestPageTitle", "text").execute();
  },
};
