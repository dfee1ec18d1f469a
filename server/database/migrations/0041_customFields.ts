import type { Migration } from "kysely/migration";

/** Fields that an organisation defines, and what its conversations carry of them. */
export const customFields: Migration = {
  async up(db) {
    await db.schema
      .createTable("customFields")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("key", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("choices", "text", (c) => c.notNull())
      .addColumn("position", "integer", (c) => c.notNull())
      .addColumn("isArchived", "integer", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("customFieldsKey", ["organizationId", "key"])
      .execute();
    await db.schema
      .createTable("threadFields")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("threadId", "text", (c) => c.notNull())
      .addColumn("fieldKey", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("value", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("threadFieldsKey", ["organizationId", "threadId", "fieldKey"])
      .execute();
    await db.schema
      .createIndex("threadFieldsByValue")
      .on("threadFields")
      .columns(["organizationId", "fieldKey", "agentId", "value", "threadId"])
      .execute();
  },
};
