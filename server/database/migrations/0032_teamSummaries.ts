import type { Migration } from "kysely/migration";

/** What a conversation said in short, for the team; another one than that of its older part, which answers go by. */
export const teamSummaries: Migration = {
  async up(db) {
    await db.schema.alterTable("threads").addColumn("teamSummary", "text").execute();
  },
};
