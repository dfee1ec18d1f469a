import type { Migration } from "kysely/migration";

/** Passages can be switched off one by one: beside what a person wrote in their place, which outlives a sync. */
export const passages: Migration = {
  async up(db) {
    for (const table of ["passageEdits", "passages"]) {
      await db.schema
        .alterTable(table)
        .addColumn("isOff", "integer", (c) => c.notNull().defaultTo(0))
        .execute();
    }
  },
};
