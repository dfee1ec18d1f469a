import type { Migration } from "kysely/migration";

/** What a conversation's older part said, in short: written once, for all answers that follow. */
export const summaries: Migration = {
  async up(db) {
    await db.schema.alterTable("threads").addColumn("summary", "text").execute();
  },
};
