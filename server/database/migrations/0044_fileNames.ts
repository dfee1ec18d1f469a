import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * What somebody of the team sends in a day is counted, and messages are found by their files' names: those from before that
 * by a job for each organisation.
 */
export const fileNames: Migration = {
  async up(db) {
    await db.schema
      .createIndex("attachmentsByAuthor")
      .on("attachments")
      .columns(["organizationId", "authorId", "createdAt"])
      .where(sql.ref("authorId"), "is not", null)
      .execute();
    await sql`
      insert into "jobs" ("organizationId", "id", "kind", "key", "state", "payload", "attempts", "maxAttempts", "runAt", "createdAt")
      select distinct "organizationId", ${"file-names-"} || "organizationId", ${"conversations.fileNames"}, ${"all"},
        ${"queued"}, ${"{}"}, 0, 5, 0, 0 from "attachments" where "messageId" is not null`.execute(db);
  },
};
