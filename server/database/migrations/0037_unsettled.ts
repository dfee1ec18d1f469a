import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * How conversations came out is asked with other filters, which the index of all that is filtered by answers: one of it
 * alone would be taken instead, and each row read. What it is still good for are those that have not come out yet.
 */
export const unsettled: Migration = {
  async up(db) {
    await db.schema.dropIndex("threadsByResolution").execute();
    await db.schema
      .createIndex("threadsUnsettled")
      .on("threads")
      .columns(["organizationId", "agentId", "preview", "lastActivityAt", "id"])
      .where(sql.ref("resolution"), "is", null)
      .execute();
  },
};
