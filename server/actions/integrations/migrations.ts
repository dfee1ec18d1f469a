import type { Kysely } from "kysely";
import type { Migrations } from "../../database/migrate.ts";

/** Connections to services, the access that people gave, and what the services tell. */
export const integrationsMigrations: Migrations = {
  "0024_integrations": {
    async up(db) {
      await createIntegrations(db);
      await createGrants(db);
      await createEvents(db);
      await createSignIns(db);
    },
  },
};

async function createIntegrations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("integrations")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("provider", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("nameKey", "text", (c) => c.notNull())
    .addColumn("settings", "text", (c) => c.notNull())
    .addColumn("auth", "text", (c) => c.notNull())
    .addColumn("clientId", "text")
    .addColumn("sealedClientSecret", "text")
    .addColumn("sealedEventSecret", "text")
    .addColumn("problem", "text")
    .addColumn("hookId", "text", (c) => c.notNull())
    .addColumn("lastEventAt", "bigint")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("integrationsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("integrationsByName")
    .on("integrations")
    .columns(["organizationId", "agentId", "nameKey"])
    .unique()
    .execute();
  await db.schema.createIndex("integrationsByHook").on("integrations").columns(["hookId"]).unique().execute();
}

async function createGrants(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("integrationGrants")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("integrationId", "text", (c) => c.notNull())
    .addColumn("contactId", "text", (c) => c.notNull())
    .addColumn("sealedTokens", "text", (c) => c.notNull())
    .addColumn("generation", "integer", (c) => c.notNull())
    .addColumn("renewable", "integer", (c) => c.notNull())
    .addColumn("expiresAt", "bigint")
    .addColumn("account", "text")
    .addColumn("broken", "text")
    .addColumn("trouble", "text")
    .addColumn("leaseId", "text")
    .addColumn("leaseUntil", "bigint")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("integrationGrantsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("integrationGrantsByOwner")
    .on("integrationGrants")
    .columns(["organizationId", "integrationId", "contactId"])
    .unique()
    .execute();
  await db.schema
    .createIndex("integrationGrantsByContact")
    .on("integrationGrants")
    .columns(["organizationId", "contactId"])
    .execute();
}

async function createEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("integrationEvents")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("integrationId", "text", (c) => c.notNull())
    .addColumn("eventKey", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("receivedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("integrationEventsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("integrationEventsOnce")
    .on("integrationEvents")
    .columns(["organizationId", "integrationId", "eventKey"])
    .unique()
    .execute();
}

async function createSignIns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("integrationSignIns")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("runId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("integrationId", "text", (c) => c.notNull())
    .addColumn("codeHash", "text", (c) => c.notNull())
    .addColumn("sealedTokens", "text", (c) => c.notNull())
    .addColumn("expiresAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("integrationSignInsKey", ["organizationId", "runId"])
    .execute();
}
