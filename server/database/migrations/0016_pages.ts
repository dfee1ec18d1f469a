import type { Migration } from "kysely/migration";

/**
 * Pages can be switched off, their passages edited, and how often answers found and cited them is counted. Feeds remember
 * what the site said of them, and their pages when they were published.
 */
export const pages: Migration = {
  async up(db) {
    await db.schema
      .alterTable("pages")
      .addColumn("enabled", "integer", (c) => c.notNull().defaultTo(1))
      .execute();
    await db.schema.alterTable("pages").addColumn("publishedAt", "bigint").execute();
    await db.schema.alterTable("passages").addColumn("editId", "text").execute();
    await db.schema.alterTable("dataSources").addColumn("feedState", "text").execute();
    await db.schema
      .createTable("passageEdits")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("sourceId", "text", (c) => c.notNull())
      .addColumn("pageId", "text", (c) => c.notNull())
      .addColumn("sourceHash", "text", (c) => c.notNull())
      .addColumn("sourceText", "text", (c) => c.notNull())
      .addColumn("text", "text", (c) => c.notNull())
      .addColumn("savedBy", "text", (c) => c.notNull())
      .addColumn("replacedAt", "bigint")
      .addPrimaryKeyConstraint("passageEditsKey", ["organizationId", "id"])
      .execute();
    await db.schema
      .createIndex("passageEditsByPage")
      .on("passageEdits")
      .columns(["organizationId", "sourceId", "pageId"])
      .execute();
    await db.schema
      .createTable("pageUse")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("pageId", "text", (c) => c.notNull())
      .addColumn("sourceId", "text", (c) => c.notNull())
      .addColumn("found", "integer", (c) => c.notNull())
      .addColumn("cited", "integer", (c) => c.notNull())
      .addColumn("lastCitedAt", "bigint")
      .addPrimaryKeyConstraint("pageUseKey", ["organizationId", "pageId"])
      .execute();
    await db.schema
      .createIndex("pageUseBySource")
      .on("pageUse")
      .columns(["organizationId", "sourceId"])
      .execute();
  },
};
