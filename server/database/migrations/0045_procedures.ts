import type { Migration } from "kysely/migration";

/** Whether a rule of the agent's guidance about handing over led to the person. Of conversations from before nobody knows. */
export const procedures: Migration = {
  async up(db) {
    await db.schema
      .alterTable("threads")
      .addColumn("byProcedure", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
