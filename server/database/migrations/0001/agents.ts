import type { Kysely } from "kysely";

/** Agents with their versions, surfaces with their tokens, visitors' sessions, uploaded files. */
export async function createAgents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("agents")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("configuration", "text", (c) => c.notNull())
    .addColumn("revision", "integer", (c) => c.notNull())
    .addColumn("publishedVersion", "integer", (c) => c.notNull())
    .addColumn("hasUnpublishedChanges", "integer", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("agentsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createTable("agentVersions")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("configuration", "text", (c) => c.notNull())
    .addColumn("parts", "text", (c) => c.notNull())
    .addColumn("createdBy", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("agentVersionsKey", ["organizationId", "agentId", "version"])
    .execute();
  await db.schema
    .createTable("surfaces")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("token", "text", (c) => c.notNull().unique())
    .addColumn("enabled", "integer", (c) => c.notNull())
    .addColumn("allowedDomains", "text", (c) => c.notNull())
    .addColumn("settings", "text", (c) => c.notNull())
    .addColumn("revision", "integer", (c) => c.notNull())
    .addColumn("lastSeenAt", "bigint")
    .addColumn("lastSeenOrigin", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("surfacesKey", ["organizationId", "agentId", "type"])
    .execute();
  await db.schema
    .createTable("visitorSessions")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull().unique())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("surfaceType", "text", (c) => c.notNull())
    .addColumn("contactId", "text", (c) => c.notNull())
    .addColumn("sealedKey", "text", (c) => c.notNull())
    .addColumn("preview", "integer", (c) => c.notNull())
    .addColumn("origin", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("lastSeenAt", "bigint", (c) => c.notNull())
    .addColumn("expiresAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("visitorSessionsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createTable("files")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("contentType", "text", (c) => c.notNull())
    .addColumn("sizeBytes", "bigint", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("createdBy", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("filesKey", ["organizationId", "id"])
    .execute();
}
