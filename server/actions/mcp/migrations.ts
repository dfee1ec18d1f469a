import type { Migrations } from "../../database/migrate.ts";

/** MCP servers and their tools. */
export const mcpMigrations: Migrations = {
  "0023_mcp": {
    async up(db) {
      await db.schema
        .createTable("mcpServers")
        .addColumn("organizationId", "text", (c) => c.notNull())
        .addColumn("id", "text", (c) => c.notNull())
        .addColumn("agentId", "text", (c) => c.notNull())
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("url", "text", (c) => c.notNull())
        .addColumn("auth", "text", (c) => c.notNull())
        .addColumn("sealedSecret", "text")
        .addColumn("secretEnding", "text", (c) => c.notNull())
        .addColumn("error", "text")
        .addColumn("leftOut", "text", (c) => c.notNull())
        .addColumn("readAt", "bigint")
        .addColumn("createdAt", "bigint", (c) => c.notNull())
        .addColumn("updatedAt", "bigint", (c) => c.notNull())
        .addPrimaryKeyConstraint("mcpServersKey", ["organizationId", "id"])
        .execute();
      await db.schema
        .createIndex("mcpServersByAgent")
        .on("mcpServers")
        .columns(["organizationId", "agentId"])
        .execute();
      await db.schema
        .createTable("mcpTools")
        .addColumn("organizationId", "text", (c) => c.notNull())
        .addColumn("id", "text", (c) => c.notNull())
        .addColumn("agentId", "text", (c) => c.notNull())
        .addColumn("serverId", "text", (c) => c.notNull())
        .addColumn("name", "text", (c) => c.notNull())
        .addColumn("title", "text", (c) => c.notNull())
        .addColumn("description", "text", (c) => c.notNull())
        .addColumn("inputSchema", "text", (c) => c.notNull())
        .addColumn("fingerprint", "text", (c) => c.notNull())
        .addColumn("enabled", "integer", (c) => c.notNull())
        .addColumn("risk", "text", (c) => c.notNull())
        .addColumn("looked", "text")
        .addColumn("lookedFingerprint", "text")
        .addColumn("lastCalledAt", "bigint")
        .addColumn("createdAt", "bigint", (c) => c.notNull())
        .addPrimaryKeyConstraint("mcpToolsKey", ["organizationId", "id"])
        .execute();
      await db.schema
        .createIndex("mcpToolsByServer")
        .on("mcpTools")
        .columns(["organizationId", "agentId", "serverId", "name"])
        .unique()
        .execute();
    },
  },
  "0025_mcp_more": {
    async up(db) {
      await db.schema.alterTable("mcpServers").addColumn("sealedGrant", "text").execute();
      await db.schema
        .alterTable("mcpServers")
        .addColumn("signIn", "text", (c) => c.notNull().defaultTo("none"))
        .execute();
      await db.schema.alterTable("mcpServers").addColumn("issuer", "text").execute();
      await db.schema.alterTable("mcpServers").addColumn("grantLeaseUntil", "bigint").execute();
      // Where a run stands that a tool's question interrupts.
      await db.schema.alterTable("skillRuns").addColumn("exchange", "text").execute();
      await db.schema
        .createTable("mcpEndpoints")
        .addColumn("organizationId", "text", (c) => c.notNull())
        .addColumn("agentId", "text", (c) => c.notNull())
        .addColumn("enabled", "integer", (c) => c.notNull())
        .addColumn("updatedAt", "bigint", (c) => c.notNull())
        .addPrimaryKeyConstraint("mcpEndpointsKey", ["agentId"])
        .execute();
    },
  },
  "0058_mcp_apps": {
    async up(db) {
      await db.schema
        .alterTable("mcpServers")
        .addColumn("apps", "integer", (c) => c.notNull().defaultTo(0))
        .execute();
      await db.schema.alterTable("mcpTools").addColumn("app", "text").execute();
      await db.schema
        .createTable("mcpAppPages")
        .addColumn("organizationId", "text", (c) => c.notNull())
        .addColumn("agentId", "text", (c) => c.notNull())
        .addColumn("id", "text", (c) => c.notNull())
        .addColumn("html", "text", (c) => c.notNull())
        .addColumn("origins", "text", (c) => c.notNull())
        .addColumn("hasBorder", "integer", (c) => c.notNull())
        .addColumn("usedAt", "bigint", (c) => c.notNull())
        .addPrimaryKeyConstraint("mcpAppPagesKey", ["organizationId", "id"])
        .execute();
      for (const column of ["appPageId", "appResult", "appOf"])
        await db.schema.alterTable("skillRuns").addColumn(column, "text").execute();
      await db.schema
        .createIndex("skillRunsByAppPage")
        .on("skillRuns")
        .columns(["organizationId", "appPageId"])
        .where("appPageId", "is not", null)
        .execute();
    },
  },
};
