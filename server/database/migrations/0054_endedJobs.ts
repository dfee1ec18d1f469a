import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The jobs that have ended, by when: those of long ago are removed. */
export const endedJobs: Migration = {
  async up(db) {
    await db.schema
      .createIndex("jobsByEnd")
      .on("jobs")
      .columns(["endedAt"])
      .where(sql.ref("endedAt"), "is not", null)
      .execute();
  },
};
