import type { Migration } from "kysely/migration";

/** With which columns a view shows the conversations as a table. Views from before show everybody's own. */
export const viewTables: Migration = {
  async up(db) {
    await db.schema.alterTable("threadViews").addColumn("tableShown", "text").execute();
  },
};
