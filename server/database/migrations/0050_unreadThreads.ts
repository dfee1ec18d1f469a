import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Finds the conversations in which the team has something to read: they are counted for everybody who has an inbox open. */
export const unreadThreads: Migration = {
  async up(db) {
    await db.schema
      .createIndex("threadsUnread")
      .on("threads")
      .columns(["organizationId", "agentId", "preview", "unread"])
      .where(sql.ref("unread"), ">", 0)
      .execute();
  },
};
