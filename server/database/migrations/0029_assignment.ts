import type { Migration } from "kysely/migration";

/** Who is given the conversations that ask for a person: what each can carry, and whose turn it is. */
export const assignment: Migration = {
  async up(db) {
    await db.schema
      .createTable("assignees")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("userId", "text", (c) => c.notNull())
      .addColumn("capacity", "integer")
      .addColumn("turn", "bigint")
      .addPrimaryKeyConstraint("assigneesKey", ["organizationId", "userId"])
      .execute();
    await db.schema
      .createTable("assignmentTurns")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("last", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("assignmentTurnsKey", ["organizationId"])
      .execute();
    await db.schema
      .createIndex("threadsByAssignee")
      .on("threads")
      .columns(["organizationId", "assigneeId", "status"])
      .where("assigneeId", "is not", null)
      .execute();
    await db.schema
      .createIndex("threadsByWait")
      .on("threads")
      .columns(["organizationId", "agentId", "priority", "personRequestedAt"])
      .where("personRequestedAt", "is not", null)
      .execute();
  },
};
