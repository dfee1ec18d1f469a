import type { Migration } from "kysely/migration";

/** Links begin with the installation's own origin, so the ones that requests said are not kept any more. */
export const trust: Migration = {
  async up(db) {
    for (const table of ["webhooks", "digests", "modelKeys"]) {
      await db.schema.alterTable(table).dropColumn("origin").execute();
    }
  },
};
