import type { Kysely } from "kysely";
import type { Migrations } from "../../database/migrate.ts";

/** Skills, their runs, and what messages show of them. */
export const skillsMigrations: Migrations = {
  "0021_skills": {
    async up(db) {
      await createSkills(db);
      await createSkillRuns(db);
      await db.schema
        .alterTable("messages")
        .addColumn("actions", "text", (c) => c.notNull().defaultTo("[]"))
        .execute();
      await db.schema.alterTable("messages").addColumn("runId", "text").execute();
    },
  },
  "0026_clientTools": {
    async up(db) {
      await db.schema.alterTable("skillRuns").addColumn("holder", "text").execute();
    },
  },
  "0029_forms": {
    async up(db) {
      await createFieldOptionsTable(db);
      await db.schema.alterTable("threads").addColumn("firstForm", "text").execute();
      await db.schema.alterTable("skillRuns").addColumn("beginId", "text").execute();
      await db.schema.alterTable("skills").addColumn("recorded", "text").execute();
    },
  },
  "0053_searchKeys": {
    async up(db) {
      await db.schema.alterTable("skills").addColumn("searchKeys", "text").execute();
    },
  },
};

async function createFieldOptionsTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("fieldOptions")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("options", "text", (c) => c.notNull())
    .addColumn("readAt", "bigint")
    .addColumn("triedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("fieldOptionsKey", ["organizationId", "agentId", "key"])
    .execute();
}

async function createSkills(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("skills")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("nameKey", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addColumn("sealedSecret", "text")
    .addColumn("secretEnding", "text", (c) => c.notNull())
    .addColumn("deletedAt", "bigint")
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("updatedAt", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("skillsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("skillsByName")
    .on("skills")
    .columns(["organizationId", "agentId", "nameKey"])
    .unique()
    .execute();
}

async function createSkillRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("skillRuns")
    .addColumn("organizationId", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("agentId", "text", (c) => c.notNull())
    .addColumn("skillId", "text", (c) => c.notNull())
    .addColumn("skill", "text", (c) => c.notNull())
    .addColumn("threadId", "text", (c) => c.notNull())
    .addColumn("messageId", "text")
    .addColumn("state", "text", (c) => c.notNull())
    .addColumn("risk", "text", (c) => c.notNull())
    .addColumn("inputs", "text", (c) => c.notNull())
    .addColumn("effectKey", "text", (c) => c.notNull())
    .addColumn("decidedBy", "text")
    .addColumn("request", "text")
    .addColumn("response", "text")
    .addColumn("picked", "text")
    .addColumn("error", "text")
    .addColumn("ms", "integer")
    .addColumn("preview", "integer", (c) => c.notNull())
    .addColumn("createdAt", "bigint", (c) => c.notNull())
    .addColumn("expiresAt", "bigint")
    .addColumn("sentAt", "bigint")
    .addColumn("endedAt", "bigint")
    .addPrimaryKeyConstraint("skillRunsKey", ["organizationId", "id"])
    .execute();
  await db.schema
    .createIndex("skillRunsBySkill")
    .on("skillRuns")
    .columns(["organizationId", "skillId", "createdAt"])
    .execute();
  await db.schema
    .createIndex("skillRunsByThread")
    .on("skillRuns")
    .columns(["organizationId", "threadId", "createdAt"])
    .execute();
}
