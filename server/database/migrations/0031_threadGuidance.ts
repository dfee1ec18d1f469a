import type { Migration } from "kysely/migration";

/** What the team tells the agent when it hands a conversation back. */
export const threadGuidance: Migration = {
  async up(db) {
    await db.schema.alterTable("threads").addColumn("agentNoteIds", "text").execute();
  },
};
