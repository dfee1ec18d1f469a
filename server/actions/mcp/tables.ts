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
  /** 1: somebody switched it on. It is used only while it is unchanged. */
  enabled: number;
  risk: SkillRisk;
  /** JSON of title, description and input schema as reviewed; null before a review. */
  looked: string | null;
  lookedFingerprint: string | null;
  lastCalledAt: number | null;
  createdAt: number;
}

declare module "../../database/store.ts" {
  interface Tables {
    mcpServers: McpServerRow;
    mcpTools: McpToolRow;
  }
}
