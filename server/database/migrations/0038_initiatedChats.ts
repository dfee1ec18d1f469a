import type { Migration } from "kysely/migration";

/** Conversations that the team begins, and what of a visitor's sessions is looked for by whose they are. */
export const initiatedChats: Migration = {
  async up(db) {
    await db.schema
      .alterTable("threads")
      .addColumn("begunByTeam", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createIndex("visitorSessionsByContact")
      .on("visitorSessions")
      .columns(["organizationId", "contactId"])
      .execute();
  },
};
