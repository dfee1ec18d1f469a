import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Migrations } from "../database/migrate.ts";

/** Agents, their versions and templates. */
export const agentsMigrations: Migrations = {
  "0007_agents": {
    async up(db) {
      await createAgentExports(db);
      await createAgentTemplates(db);
      await createAgentVersions(db);
      await createAgents(db);
      await createDeletedAgents(db);
      await createTemplateCounts(db);
      await createTemplateUses(db);
    },
  },
  "0049_demoAgents": { up: markDemos },
};

/** Demos of before are known by their name and what they say of themselves: one that was changed since is none. */
async function markDemos(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("agents")
    .addColumn("isDemo", "integer", (c) => c.defaultTo(0).notNull())
    .execute();
  const description = "An example. Its conversations are made up. Delete this agent to remove them.";
  await sql`update "agents" set "isDemo" = 1
    where "configuration" like ${`%"name":"Demo agent"%`}
      and "configuration" like ${`%"description":"${description}"%`}`.execute(db);
}

async function createAgentExports(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("agentExports")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text")
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("file", "text", (c) => c.notNull())
    .addColumn("createdBy", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("agentExportsKey", ["organizationId", "id"])
    .execute();
}

async function createAgentTemplates(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("agentTemplates")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("exportId", "text", (c) => c.notNull())
    .addColumn("title", "text", (c) => c.notNull())
    .addColumn("description", "text", (c) => c.notNull())
    .addColumn("category", "text", (c) => c.notNull())
    .addColumn("card", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("agentTemplatesKey", ["organizationId", "agentId"])
    .addUniqueConstraint("agentTemplatesByAgent", ["agentId"])
    .addUniqueConstraint("agentTemplatesByExport", ["exportId"])
    .execute();
}

async function createAgentVersions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("agentVersions")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("version", "integer", (c) => c.notNull())
    .addColumn("configuration", "text", (c) => c.notNull())
    .addColumn("parts", "text", (c) => c.notNull())
    .addColumn("createdBy", "text")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.defaultTo("publish").notNull())
    .addColumn("note", "text", (c) => c.defaultTo("").notNull())
    .addColumn("keepsKnowledge", "integer", (c) => c.defaultTo(0).notNull())
    .addColumn("summary", "text")
    .addPrimaryKeyConstraint("agentVersionsKey", ["organizationId", "agentId", "version"])
    .execute();
  await db.schema
    .createIndex("agentVersionsThatKnow")
    .on("agentVersions")
    .columns(["organizationId", "agentId", "keepsKnowledge", "version"])
    .execute();
}

async function createAgents(db: Kysely<unknown>): Promise<void> {
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
    .addColumn("setupGuide", "text", (c) => c.defaultTo("[]").notNull())
    .addColumn("savedBy", "text")
    .addColumn("lastVersion", "integer", (c) => c.defaultTo(0).notNull())
    .addPrimaryKeyConstraint("agentsKey", ["organizationId", "id"])
    .execute();
}

async function createDeletedAgents(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("deletedAgents")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("icon", "text", (c) => c.notNull())
    .addColumn("row", "text", (c) => c.notNull())
    .addColumn("deletedBy", "text")
    .addColumn("deletedAt", "bigint", (c) => c.notNull())
    .addColumn("removeAt", "bigint", (c) => c.notNull())
    .addColumn("jobId", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("deletedAgentsKey", ["organizationId", "id"])
    .execute();
}

async function createTemplateCounts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("templateCounts")
    .addColumn("templateId", "text", (c) => c.primaryKey())
    .addColumn("uses", "integer", (c) => c.notNull())
    .execute();
}

async function createTemplateUses(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("templateUses")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("templateId", "text", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("templateUsesKey", ["organizationId", "agentId", "templateId"])
    .execute();
}
