import type { Kysely } from "kysely";

/** Data sources, their pages and passages, and what their syncs did. */
export async function createKnowledge(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("dataSources")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("config", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("error", "text")
    .addColumn("pageCount", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("passageCount", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("characterCount", "bigint", (c) => c.notNull().defaultTo(0))
    .addColumn("failedCount", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("nextNumber", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("lastRunId", "text")
    .addColumn("lastSyncedAt", "bigint")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("dataSourcesKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("dataSourcesByAgent")
    .on("dataSources")
    .columns(["organizationId", "agentId"])
    .execute();
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
    .addColumn("excluded", "integer", (c) => c.notNull().defaultTo(0))
    .addColumn("seenInRun", "text")
    .addColumn("lastFetchedAt", "bigint", (c) => c.notNull())
    .addColumn("lastChangedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("pagesKey", ["organizationId", "id"])
    .addUniqueConstraint("pagesByKey", ["organizationId", "sourceId", "key"])
    .execute();
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
    .addPrimaryKeyConstraint("passagesKey", ["organizationId", "sourceId", "number"])
    .addUniqueConstraint("passagesById", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("passagesByPage")
    .on("passages")
    .columns(["organizationId", "sourceId", "pageId"])
    .execute();
  await db.schema
    .createTable("syncRuns")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("sourceId", "text", (c) => c.notNull())
    .addColumn("jobId", "text")
    .addColumn("trigger", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("isOutdated", "integer", (c) => c.notNull().defaultTo(0))
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
