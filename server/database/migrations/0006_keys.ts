import type { Migration } from "kysely/migration";

/** The product's own API keys, and who did what. */
export const keys: Migration = {
  async up(db) {
    await db.schema
      .createTable("apiKeys")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("name", "text", (c) => c.notNull())
      .addColumn("keyHash", "text", (c) => c.notNull().unique())
      .addColumn("ending", "text", (c) => c.notNull())
      .addColumn("scopes", "text", (c) => c.notNull())
      .addColumn("agentIds", "text")
      .addColumn("userId", "text", (c) => c.notNull())
      .addColumn("createdAt", "bigint", (c) => c.notNull())
      .addColumn("expiresAt", "bigint")
      .addColumn("revokedAt", "bigint")
      .addColumn("lastUsedAt", "bigint")
      .addColumn("lastUsedAddress", "text")
      .addPrimaryKeyConstraint("apiKeysKey", ["organizationId", "id"])
      .execute();
    await db.schema
      .createTable("auditEntries")
      .addColumn("organizationId", "text", (c) => c.notNull())
      .addColumn("id", "text", (c) => c.notNull())
      .addColumn("at", "bigint", (c) => c.notNull())
      .addColumn("userId", "text")
      .addColumn("apiKeyId", "text")
      .addColumn("action", "text", (c) => c.notNull())
      .addColumn("targets", "text", (c) => c.notNull())
      .addColumn("outcome", "text", (c) => c.notNull())
      .addColumn("address", "text", (c) => c.notNull())
      .addColumn("requestId", "text", (c) => c.notNull())
      .addPrimaryKeyConstraint("auditEntriesKey", ["organizationId", "id"])
      .execute();
    await db.schema
      .createIndex("auditEntriesByTime")
      .on("auditEntries")
      .columns(["organizationId", "at", "id"])
      .execute();
    // Old entries go whoever's they are.
    await db.schema.createIndex("auditEntriesByAge").on("auditEntries").column("at").execute();
  },
};
