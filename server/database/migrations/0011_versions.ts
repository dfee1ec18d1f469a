import type { Migration } from "kysely/migration";

/**
 * Versions say why they were kept and remember the knowledge that they met: a page's text stays, when it changes or goes
 * away, as long as a version points at it. What was published before this step met no page that anybody noted.
 */
export const versions: Migration = {
  async up(db) {
    await db.schema
      .alterTable("agents")
      .addColumn("lastVersion", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
    await db
      .withTables<{ agents: { lastVersion: number; publishedVersion: number } }>()
      .updateTable("agents")
      .set((eb) => ({ lastVersion: eb.ref("publishedVersion") }))
      .execute();
    for (const [column, type, fallback] of [
      ["reason", "text", "publish"],
      ["note", "text", ""],
      ["keepsKnowledge", "integer", 0],
    ] as const) {
      await db.schema
        .alterTable("agentVersions")
        .addColumn(column, type, (c) => c.notNull().defaultTo(fallback))
        .execute();
    }
    await db.schema.alterTable("agentVersions").addColumn("summary", "text").execute();
    // What a version holds may be long: this tells which ones know their pages without reading it.
    await db.schema
      .createIndex("agentVersionsThatKnow")
      .on("agentVersions")
      .columns(["organizationId", "agentId", "keepsKnowledge", "version"])
      .execute();
    for (const table of ["dataSources", "pages"]) {
      await db.schema
        .alterTable(table)
        .addColumn("sinceVersion", "integer", (c) => c.notNull().defaultTo(0))
        .execute();
    }
    await db.schema.alterTable("dataSources").addColumn("originId", "text").execute();
    await db.schema.alterTable("dataSources").addColumn("restoredVersion", "integer").execute();
    await db.schema
      .createTable("keptSources")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("originId", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("config", "text", (c) => c.notNull())
      .addColumn("sinceVersion", "integer", (c) => c.notNull())
      .addColumn("untilVersion", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("keptSourcesKey", ["organizationId", "id"])
      .execute();
    await db.schema
      .createIndex("keptSourcesByAgent")
      .on("keptSources")
      .columns(["organizationId", "agentId", "untilVersion"])
      .execute();
    await db.schema
      .createTable("pageRevisions")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("agentId", "text", (c) => c.notNull())
      .addColumn("sourceId", "text", (c) => c.notNull())
      .addColumn("key", "text", (c) => c.notNull())
      .addColumn("url", "text")
      .addColumn("fileId", "text")
      .addColumn("title", "text", (c) => c.notNull())
      .addColumn("language", "text")
      .addColumn("hash", "text", (c) => c.notNull())
      .addColumn("characters", "integer", (c) => c.notNull())
      .addColumn("passageCount", "integer", (c) => c.notNull())
      .addColumn("contentId", "text", (c) => c.notNull())
      .addColumn("sinceVersion", "integer", (c) => c.notNull())
      .addColumn("untilVersion", "integer", (c) => c.notNull())
      .addPrimaryKeyConstraint("pageRevisionsKey", ["organizationId", "id"])
      .execute();
    await db.schema
      .createIndex("pageRevisionsByAgent")
      .on("pageRevisions")
      .columns(["organizationId", "agentId", "untilVersion"])
      .execute();
    await db.schema
      .createIndex("pageRevisionsByKey")
      .on("pageRevisions")
      .columns(["organizationId", "sourceId", "key"])
      .execute();
  },
};
