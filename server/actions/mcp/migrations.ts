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
};
