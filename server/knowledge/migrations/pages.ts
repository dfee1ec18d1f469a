import type { Kysely } from "kysely";

/** Creates the tables of pages and passages. */
export async function createPagesTables(db: Kysely<unknown>): Promise<void> {
  await createHygieneChecks(db);
  await createIgnoredPairs(db);
  await createLikePassages(db);
  await createPageRevisions(db);
  await createPageUse(db);
  await createPages(db);
  await createPassageEdits(db);
  await createPassages(db);
}

async function createHygieneChecks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("hygieneChecks")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("passages", "integer", (c) => c.notNull())
    .addColumn("isWhole", "integer", (c) => c.notNull())
    .addColumn("checkedAt", "bigint")
    .addPrimaryKeyConstraint("hygieneChecksKey", ["organizationId", "agentId"])
    .execute();
}

async function createIgnoredPairs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("ignoredPairs")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("firstHash", "text", (c) => c.notNull())
    .addColumn("secondHash", "text", (c) => c.notNull())
    .addColumn("ignoredAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("ignoredPairsKey", ["organizationId", "agentId", "firstHash", "secondHash"])
    .execute();
}

async function createLikePassages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("likePassages")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("firstId", "text", (c) => c.notNull())
    .addColumn("firstHash", "text", (c) => c.notNull())
    .addColumn("secondId", "text", (c) => c.notNull())
    .addColumn("secondHash", "text", (c) => c.notNull())
    .addColumn("likeness", "integer", (c) => c.notNull())
    .addColumn("copies", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("likePassagesKey", ["organizationId", "agentId", "id"])
    .execute();
}

async function createPageRevisions(db: Kysely<unknown>): Promise<void> {
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
}

async function createPageUse(db: Kysely<unknown>): Promise<void> {
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
}

async function createPages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pages")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("sourceId", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("url", "text")
    .addColumn("fileId", "text")
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("language", "text")
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("error", "text")
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("characters", "integer", (c) => c.notNull())
    .addColumn("passageCount", "integer", (c) => c.notNull())
    .addColumn("excluded", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("seenInRun", "text")
    .addColumn("lastFetchedAt", "bigint", (c) => c.notNull())
    .addColumn("lastChangedAt", "bigint", (c) => c.notNull())
    .addColumn("sinceVersion", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("enabled", "integer", (c) => c.defaultTo(1).notNull())
    .addColumn("publishedAt", "bigint")
    .addPrimaryKeyConstraint("pagesKey", ["organizationId", "id"])
    .addUniqueConstraint("pagesByKey", ["organizationId", "sourceId", "key"])
    .execute();
}

async function createPassageEdits(db: Kysely<unknown>): Promise<void> {
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
    .addColumn("isOff", "integer", (c) => c.defaultTo(0).notNull())
    .addPrimaryKeyConstraint("passageEditsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("passageEditsByPage")
    .on("passageEdits")
    .columns(["organizationId", "sourceId", "pageId"])
    .execute();
}

async function createPassages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("passages")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("sourceId", "text", (c) => c.notNull())
    .addColumn("pageId", "text", (c) => c.notNull())
    .addColumn("number", "integer", (c) => c.notNull())
    .addColumn("headings", "text", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("text", "text", (c) => c.notNull())
    .addColumn("position", "text", (c) => c.notNull())
    .addColumn("characters", "integer", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("editId", "text")
    .addColumn("isOff", "integer", (c) => c.defaultTo(0).notNull())
    .addPrimaryKeyConstraint("passagesKey", ["organizationId", "sourceId", "number"])
    .addUniqueConstraint("passagesById", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("passagesByPage")
    .on("passages")
    .columns(["organizationId", "sourceId", "pageId"])
    .execute();
}
