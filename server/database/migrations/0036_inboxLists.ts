import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * Lists and counts of an inbox are read from indices alone, without the rows: one has all that a conversation is filtered
 * by, in the order of activity, another all that decides about queues, in the order in which it is counted. Whether its
 * visitor is verified stands in the conversation, too, since asking each contact takes longer than all the rest.
 */
export const inboxLists: Migration = {
  async up(db) {
    await db.schema
      .alterTable("threads")
      .addColumn("contactVerified", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`
      update "threads" set "contactVerified" = 1 where exists (
        select 1 from "contacts"
        where "contacts"."organizationId" = "threads"."organizationId"
          and "contacts"."id" = "threads"."contactId" and "contacts"."verified" = 1)`.execute(db);
    await db.schema.dropIndex("threadsByActivity").execute();
    await db.schema
      .createIndex("threadsByActivity")
      .on("threads")
      .columns(["organizationId", "agentId", "lastActivityAt", "id", "preview", "status", "handledBy"])
      .columns(["assigneeId", "waitingSince", "surfaceType", "priority", "teamId", "resolution"])
      .column("contactVerified")
      .execute();
    await db.schema
      .createIndex("threadsByState")
      .on("threads")
      .columns(["organizationId", "agentId", "preview", "status", "handledBy", "assigneeId", "surfaceType"])
      .columns(["waitingSince", "priority", "resolution", "contactVerified"])
      .execute();
    await db.schema.dropIndex("threadsByAssignee").execute();
    await db.schema
      .createIndex("threadsByAssignee")
      .on("threads")
      .columns(["organizationId", "assigneeId", "status", "agentId", "preview", "lastActivityAt", "id"])
      .where("assigneeId", "is not", null)
      .execute();
  },
};
