import type { McpServer } from "../../../shared/contract/mcps/mcps.ts";
import type { SkillRisk } from "../../../shared/domain/skills.ts";

/** An MCP server of an agent. */
export interface McpServerRow {
  organizationId: string;
  id: string;
  agentId: string;
  name: string;
  url: string;
  /** JSON of McpAuth. */
  auth: string;
  /** What signs in; null where nothing does. */
  sealedSecret: string | null;
  secretEnding: string;
  /** What the server's sign-in left, as a whole; null where nobody signed in. */
  sealedGrant: string | null;
  signIn: McpServer["signIn"];
  issuer: string | null;
  /** Until when one exchange renews the tokens alone. */
  grantLeaseUntil: number | null;
  /** Why its tools could not be read the last time. */
  error: string | null;
  /** JSON of the tools that can't be used, with the reasons. */
  leftOut: string;
  /** 1: its tools may show their results as apps. */
  apps: number;
  readAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** A tool as its server described it the last time that it was read. */
export interface McpToolRow {
  organizationId: string;
  id: string;
  agentId: string;
  serverId: string;
  name: string;
  title: string;
  description: string;
  /** JSON Schema. */
  inputSchema: string;
  /** Stands for title, description and input schema. */
  fingerprint: string;
  /** JSON of ToolApp: what it says of apps; null where it says nothing. */
  app: string | null;
  /** 1: somebody switched it on. It is used only while it is unchanged. */
  enabled: number;
  risk: SkillRisk;
  /** JSON of title, description and input schema as reviewed; null before a review. */
  looked: string | null;
  lookedFingerprint: string | null;
  lastCalledAt: number | null;
  createdAt: number;
}

/** An app's page as it was read: content that never changes, shown by any number of runs. */
export interface AppPageRow {
  organizationId: string;
  agentId: string;
  /** A digest of the content. */
  id: string;
  html: string;
  /** JSON of AppOrigins. */
  origins: string;
  hasBorder: number;
  usedAt: number;
}

declare module "../../database/store.ts" {
  interface Tables {
    mcpServers: McpServerRow;
    mcpTools: McpToolRow;
    mcpAppPages: AppPageRow;
  }
}
