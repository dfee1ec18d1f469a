import type { Migration } from "kysely/migration";

/** By which way of cutting words into terms a source is indexed; those of before are indexed anew after the start. */
export const hygiene: Migration = {
  async up(db) {
    await db.schema
      .alterTable("dataSources")
      .addColumn("termsVersion", "integer", (c) => c.notNull().defaultTo(1))
      .execute();
  },
};
