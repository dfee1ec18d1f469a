import type { Migration } from "kysely/migration";

/** What a visitor thinks of a conversation as a whole, once it has ended. */
export const ratings: Migration = {
  async up(db) {
    await db.schema.alterTable("threads").addColumn("rating", "text").execute();
  },
};
