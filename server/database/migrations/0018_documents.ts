import type { Migration } from "kysely/migration";

/** Documents that programs push, as they were sent. The text stands last: counting the rest reads none of it. */
export const documents: Migration = {
  async up(db) {
    await db.schema
      .createTable("sourceDocuments")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("sourceId", "text", (c) => c.notNull())
      .addColumn("externalId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("format", "text", (c) => c.notNull())
      .addColumn("title", "text")
      .addColumn("url", "text")
      .addColumn("language", "text")
      .addColumn("metadata", "text", (c) => c.notNull())
      .addColumn("hash", "text", (c) => c.notNull())
      .addColumn("state", "text", (c) => c.notNull())
      .addColumn("error", "text")
      .addColumn("characters", "integer", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addColumn("updatedAt", "bigint", (c) => c.notNull())
      .addColumn("indexedAt", "bigint")
      .addColumn("content", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("sourceDocumentsKey", ["organizationId", "sourceId", "externalId"])
      .addUniqueConstraint("sourceDocumentsById", ["organizationId", "id"])
      .execute();
    await db.schema
      .createIndex("sourceDocumentsByState")
      .on("sourceDocuments")
      .columns(["organizationId", "sourceId", "state", "updatedAt"])
      .execute();
  },
};
