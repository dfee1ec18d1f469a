import type { Kysely } from "kysely";

/** Creates the tables of data sources. */
export async function createSourcesTables(db: Kysely<unknown>): Promise<void> {
  await createConnections(db);
  await createDataSources(db);
  await createKeptSources(db);
  await createSharedSourceUse(db);
  await createSourceDocuments(db);
  await createZones(db);
}

async function createConnections(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("connections")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("userId", "text", (c) => c.notNull())
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("accountId", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("sealedAccess", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("connectionsKey", ["organizationId", "id"])
    .addUniqueConstraint("connectionsByAccount", ["organizationId", "userId", "provider", "accountId"])
    .execute();
}

async function createDataSources(db: Kysely<unknown>): Promise<void> {
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
    .addColumn("pageCount", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("passageCount", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("characterCount", "bigint", (c) => c.defaultTo(0).notNull())
    .addColumn("failedCount", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("nextNumber", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("lastRunId", "text")
    .addColumn("lastSyncedAt", "bigint")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addColumn("sinceVersion", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("originId", "text")
    .addColumn("restoredVersion", "integer")
    .addColumn("schedule", "text")
    .addColumn("nextSyncAt", "bigint")
    .addColumn("webhookHash", "text")
    .addColumn("webhookEnding", "text")
    .addColumn("webhookCreatedAt", "bigint")
    .addColumn("webhookUsedAt", "bigint")
    .addColumn("feedState", "text")
    .addColumn("audience", "text", (c) => c.defaultTo("everyone").notNull())
    .addColumn("termsVersion", "integer", (c) => c.defaultTo(1).notNull())
    .addPrimaryKeyConstraint("dataSourcesKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("dataSourcesByAgent")
    .on("dataSources")
    .columns(["organizationId", "agentId"])
    .execute();
  await db.schema
    .createIndex("dataSourcesByWebhook")
    .unique()
    .on("dataSources")
    .column("webhookHash")
    .execute();
  await db.schema.createIndex("dataSourcesDue").on("dataSources").column("nextSyncAt").execute();
}

async function createKeptSources(db: Kysely<unknown>): Promise<void> {
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
}

async function createSharedSourceUse(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sharedSourceUse")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("sourceId", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("sharedSourceUseKey", ["organizationId", "agentId", "sourceId"])
    .execute();
  await db.schema
    .createIndex("sharedSourceUseBySource")
    .on("sharedSourceUse")
    .columns(["organizationId", "sourceId"])
    .execute();
}

async function createSourceDocuments(db: Kysely<unknown>): Promise<void> {
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
}

async function createZones(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("zones")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("slug", "text", (c) => c.notNull().unique())
    .addColumn("registeredAt", "bigint")
    .addPrimaryKeyConstraint("zonesKey", ["organizationId", "agentId"])
    .execute();
}
