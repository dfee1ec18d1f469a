import type { Migrations } from "../database/migrate.ts";

/** Agents that are tried without an account. */
export const trialMigrations: Migrations = {
  "0030_trials": {
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
};
