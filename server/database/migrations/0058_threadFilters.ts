import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Also when a conversation began, and where its visitor is at home, is filtered by an index alone. Those that were rated
 * are few, and have one of their own: what the visitor wrote beside it has no room in an index.
 */
export const threadFilters: Migration = {
  async up(db) {
    await db.schema.dropIndex("threadsByActivity").execute();
    await db.schema
      .createIndex("threadsByActivity")
      .on("threads")
      .columns(["organizationId", "agentId", "lastActivityAt", "id", "preview", "status", "handledBy"])
      .columns(["assigneeId", "waitingSince", "surfaceType", "priority", "teamId", "resolution"])
      .columns(["contactVerified", "createdAt", "country", "language"])
      .execute();
    await db.schema
      .createIndex("threadsRated")
      .on("threads")
      .columns(["organizationId", "agentId", "preview", "lastActivityAt", "id"])
      .where(sql.ref("rating"), "is not", null)
      .execute();
  },
};
