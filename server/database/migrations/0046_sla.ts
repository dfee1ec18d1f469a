import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * By when the team owes a visitor its word, how near that is, and since when the agent is silent. One index has what is
 * looked for as time passes, the other what stands in the queue of it, with all that its list is ordered by.
 */
export const sla: Migration = {
  async up(db) {
    const threads = db.schema.alterTable("threads");
    await threads.addColumn("replyDueAt", "bigint").execute();
    await threads.addColumn("replyDue", "text").execute();
    await threads.addColumn("silentSince", "bigint").execute();
    await db.schema
      .createIndex("threadsByReplyDue")
      .on("threads")
      .columns(["replyDueAt", "replyDue", "status", "organizationId", "agentId", "id"])
      .where("replyDueAt", "is not", null)
      .execute();
    await db.schema
      .createIndex("threadsDue")
      .on("threads")
      .columns(["organizationId", "agentId", "preview", "lastActivityAt", "id", "replyDue"])
      .columns(["waitingSince", "priority"])
      .where("replyDue", "is not", null)
      .execute();
    // Since somebody took over last, or was asked for: nobody wrote down more.
    await sql`
      update "threads" set "silentSince" = (
        select max("messages"."createdAt") from "messages"
        where "messages"."organizationId" = "threads"."organizationId"
          and "messages"."threadId" = "threads"."id" and "messages"."kind" = 'event'
          and "messages"."content" in ('personRequested', 'joined', 'assigned', 'given'))
      where "handledBy" = 'human'`.execute(db);
  },
};
