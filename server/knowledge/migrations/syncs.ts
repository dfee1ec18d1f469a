import type { Kysely } from "kysely";
import { bytesType } from "../../database/columns.ts";

/** Creates the tables of sync runs. */
export async function createSyncsTables(db: Kysely<unknown>): Promise<void> {
  await createGonePassages(db);
  await createPageFetches(db);
  await createSyncChanges(db);
  await createSyncFrontier(db);
  await createSyncLogs(db);
  await createSyncRuns(db);
}

async function createGonePassages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("gonePassages")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("runId", "text", (c) => c.notNull())
    .addColumn("changeId", "text", (c) => c.notNull())
    .addColumn("pageId", "text", (c) => c.notNull())
    .addColumn("hash", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("gonePassagesKey", ["organizationId", "runId", "changeId", "hash"])
    .execute();
}

async function createPageFetches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("pageFetches")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("sourceId", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("etag", "text")
    .addColumn("lastModified", "text")
    .addColumn("links", bytesType(db), (c) => c.notNull())
    .addPrimaryKeyConstraint("pageFetchesKey", ["organizationId", "sourceId", "key"])
    .execute();
}

async function createSyncChanges(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("syncChanges")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("runId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("sourceId", "text", (c) => c.notNull())
    .addColumn("pageId", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("url", "text")
    .addColumn("before", "text")
    .addColumn("after", "text")
    .addColumn("isWhole", "integer", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("syncChangesKey", ["organizationId", "runId", "id"])
    .execute();
  await db.schema
    .createIndex("syncChangesBySource")
    .on("syncChanges")
    .columns(["organizationId", "sourceId", "runId"])
    .execute();
}

async function createSyncFrontier(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("syncFrontier")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("runId", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("url", "text", (c) => c.notNull())
    .addColumn("position", "integer", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("depth", "integer", (c) => c.notNull())
    .addColumn("foundFrom", "text")
    .addColumn("redirects", "integer", (c) => c.notNull())
    .addPrimaryKeyConstraint("syncFrontierKey", ["organizationId", "runId", "key"])
    .execute();
  await db.schema
    .createIndex("syncFrontierByState")
    .on("syncFrontier")
    .columns(["organizationId", "runId", "state", "depth", "position"])
    .execute();
}

async function createSyncLogs(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("syncLogs")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("runId", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .addColumn("level", "text", (c) => c.notNull())
    .addColumn("step", "text", (c) => c.notNull())
    .addColumn("page", "text")
    .addColumn("message", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("syncLogsKey", ["organizationId", "runId", "id"])
    .execute();
}

async function createSyncRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("syncRuns")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("sourceId", "text", (c) => c.notNull())
    .addColumn("jobId", "text")
    .addColumn("trigger", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("isOutdated", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("counts", "text", (c) => c.notNull())
    .addColumn("error", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("startedAt", "bigint")
    .addColumn("endedAt", "bigint")
    .addPrimaryKeyConstraint("syncRunsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("syncRunsBySource")
    .on("syncRuns")
    .columns(["organizationId", "sourceId", "id"])
    .execute();
}
