import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The orders of an inbox over all of an agent's conversations, which would else be sorted for each page, and its teams. */
export const threadOrders: Migration = {
  async up(db) {
    await db.schema
      .createIndex("threadsByPriority")
      .on("threads")
      .columns(["organizationId", "agentId", "preview", "priority", "lastActivityAt", "id"])
      .execute();
    await db.schema
      .createIndex("threadsByTeam")
      .on("threads")
      .columns(["organizationId", "agentId", "preview", "teamId", "lastActivityAt", "id"])
      .where("teamId", "is not", null)
      .execute();
    // Who waits stands first: the expression is the one by which the list is ordered.
    await sql`
      create index "threadsByWaiting" on "threads" ("organizationId", "agentId", "preview",
        (case when "waitingSince" is null then 1 else 0 end), "waitingSince", "lastActivityAt" desc, "id" desc)`.execute(
      db,
    );
  },
};
