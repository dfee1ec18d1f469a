import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** How each conversation came out. Those of before are looked at by the hourly job, once they lie still. */
export const resolution: Migration = {
  async up(db) {
    const threads = db.schema.alterTable("threads");
    await threads.addColumn("hadPerson", "integer", (c) => c.notNull().defaultTo(0)).execute();
    await threads.addColumn("lastFeedback", "integer").execute();
    await threads.addColumn("resolution", "text").execute();
    await threads.addColumn("resolutionReason", "text").execute();
    await threads.addColumn("resolutionAt", "bigint").execute();
    await sql`
      update "threads" set "hadPerson" = 1, "resolution" = 'escalated', "resolutionReason" = 'person',
        "resolutionAt" = "lastActivityAt"
      where "handledBy" = 'human' or "firstReplyAt" is not null or exists (
        select 1 from "messages" where "messages"."organizationId" = "threads"."organizationId"
          and "messages"."threadId" = "threads"."id"
          and ("messages"."role" = 'support' or "messages"."content" in ('personRequested', 'joined')
            and "messages"."kind" = 'event'))`.execute(db);
    await sql`
      update "threads" set "lastFeedback" = (
        select case when "feedback" like '%"value":-1%' then -1 else 1 end from "messages"
        where "messages"."organizationId" = "threads"."organizationId"
          and "messages"."threadId" = "threads"."id" and "feedback" is not null
        order by "position" desc limit 1)`.execute(db);
    await db.schema
      .createIndex("threadsByResolution")
      .on("threads")
      .columns(["organizationId", "agentId", "preview", "resolution", "lastActivityAt", "id"])
      .execute();
  },
};
