import type { Migration } from "kysely/migration";

/** Agents that travel: exports and files that were sent, published templates, and how often each was used. */
export const portable: Migration = {
  async up(db) {
    await db.schema
      .createTable("agentExports")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("agentId", "text")
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("file", "text", (c) => c.notNull())
      .addColumn("createdBy", "text", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("agentExportsKey", ["organizationId", "id"])
      .execute();
    await db.schema
      .createTable("agentTemplates")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("exportId", "text", (c) => c.notNull())
      .addColumn("title", "text", (c) => c.notNull())
      .addColumn("description", "text", (c) => c.notNull())
      .addColumn("category", "text", (c) => c.notNull())
      .addColumn("card", "text", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addColumn("updatedAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("agentTemplatesKey", ["organizationId", "agentId"])
      // Everybody finds them by these, whose organisation they do not know.
      .addUniqueConstraint("agentTemplatesByAgent", ["agentId"])
      .addUniqueConstraint("agentTemplatesByExport", ["exportId"])
      .execute();
    await db.schema
      .createTable("templateCounts")
      .addColumn("templateId", "text", (c) => c.primaryKey())
      .addColumn("uses", "integer", (c) => c.notNull())
      .execute();
    await db.schema
      .createTable("templateUses")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("templateId", "text", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addPrimaryKeyConstraint("templateUsesKey", ["organizationId", "agentId", "templateId"])
      .execute();
  },
};
