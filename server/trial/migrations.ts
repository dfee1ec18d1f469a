import { sql } from "kysely";
import type { Migrations } from "../database/migrate.ts";

/** Agents that are tried without an account. */
export const trialMigrations: Migrations = {
  "0033_trials": {
    async up(db) {
      await db.schema
        .createTable("trials")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("secretHash", "text", (c) => c.notNull())
        .addColumn("type", "text", (c) => c.notNull())
        .addColumn("url", "text", (c) => c.notNull())
        .addColumn("description", "text", (c) => c.notNull())
        .addColumn("name", "text")
        .addColumn("primary", "text")
        .addColumn("network", "text", (c) => c.notNull())
        .addColumn("agentId", "text")
        .addColumn("slug", "text")
        .addColumn("suggestions", "text", (c) => c.notNull())
        .addColumn("problem", "text")
        .addColumn("createdAt", "bigint", (c) => c.notNull())
        .addColumn("expiresAt", "bigint", (c) => c.notNull())
        .addColumn("claimedAt", "bigint")
        .execute();
      await db.schema.createIndex("trialsByNetwork").on("trials").columns(["network", "createdAt"]).execute();
      await db.schema.createIndex("trialsByAge").on("trials").columns(["createdAt"]).execute();
    },
  },
  "0043_trialClaims": {
    async up(db) {
      for (const column of ["claimedBy", "claimedAgentId"])
        await db.schema.alterTable("trials").addColumn(column, "text").execute();
    },
  },
  "0051_trialAnswers": {
    async up(db) {
      await db.schema.alterTable("trials").addColumn("answers", "text").execute();
      // Agents of before are not asked.
      await sql`update ${sql.ref("trials")} set ${sql.ref("answers")} = '[]'`.execute(db);
    },
  },
};
