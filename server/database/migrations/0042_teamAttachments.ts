import { sql } from "kysely";
import type { Migration } from "kysely/migration";

/** Files of the team's: with replies and notes, with those that wait for their time, and with canned ones. */
export const teamAttachments: Migration = {
  async up(db) {
    await db.schema.alterTable("attachments").addColumn("authorId", "text").execute();
    await db.schema.alterTable("attachments").addColumn("replyId", "text").execute();
    await db.schema
      .createIndex("attachmentsByReply")
      .on("attachments")
      .columns(["organizationId", "replyId"])
      .where(sql.ref("replyId"), "is not", null)
      .execute();
    for (const table of ["scheduledReplies", "cannedReplies"]) {
      await db.schema
        .alterTable(table)
        .addColumn("attachments", "text", (c) => c.notNull().defaultTo("[]"))
        .execute();
    }
  },
};
