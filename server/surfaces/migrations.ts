import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Migrations } from "../database/migrate.ts";

/** Surfaces, hosted pages and the sessions of visitors. */
export const surfacesMigrations: Migrations = {
  "0015_surfaces": {
    async up(db) {
      await createHostedPages(db);
      await createSurfaces(db);
      await createVisitorSessions(db);
    },
  },
  "0039_proactive": {
    async up(db) {
      await db.schema
        .createTable("proactiveFigures")
        .addColumn("organizationId", "text", (c) => c.notNull())
        .addColumn("agentId", "text", (c) => c.notNull())
        .addColumn("ruleId", "text", (c) => c.notNull())
        .addColumn("textId", "text", (c) => c.notNull())
        .addColumn("shown", "integer", (c) => c.notNull())
        .addColumn("opened", "integer", (c) => c.notNull())
        .addColumn("dismissed", "integer", (c) => c.notNull())
        .addColumn("answered", "integer", (c) => c.notNull())
        .addPrimaryKeyConstraint("proactiveFiguresKey", ["organizationId", "agentId", "ruleId", "textId"])
        .execute();
    },
  },
};

async function createHostedPages(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("hostedPages")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("slug", "text", (c) => c.notNull())
    .addColumn("enabled", "integer", (c) => c.notNull())
    .addColumn("settings", "text", (c) => c.notNull())
    .addColumn("revision", "integer", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addColumn("savedBy", "text")
    .addColumn("domain", "text")
    .addColumn("domainProof", "text")
    .addColumn("domainValidatedAt", "bigint")
    .addPrimaryKeyConstraint("hostedPagesKey", ["organizationId", "agentId"])
    .addUniqueConstraint("hostedPagesBySlug", ["slug"])
    .execute();
  await db.schema
    .createIndex("hostedPagesByDomain")
    .unique()
    .on("hostedPages")
    .columns(["domain"])
    .where(sql.ref("domainValidatedAt"), "is not", null)
    .execute();
}

async function createSurfaces(db: Kysely<unknown>): Promise<void> {
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
    .addColumn("allowsNullOrigin", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("identityMode", "text", (c) => c.defaultTo("optional").notNull())
    .addColumn("identitySecrets", "text", (c) => c.defaultTo("[]").notNull())
    .addColumn("savedBy", "text")
    .addPrimaryKeyConstraint("surfacesKey", ["organizationId", "agentId", "type"])
    .execute();
}

async function createVisitorSessions(db: Kysely<unknown>): Promise<void> {
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
    .addColumn("userId", "text")
    .addPrimaryKeyConstraint("visitorSessionsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("visitorSessionsByContact")
    .on("visitorSessions")
    .columns(["organizationId", "contactId"])
    .execute();
}
