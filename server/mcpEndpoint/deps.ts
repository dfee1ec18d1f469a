import type { PublicOrigin } from "../accounts/publicOrigin.ts";
import type { AgentKey } from "../agents/parts.ts";
import type { Conversations } from "../conversations/conversations.ts";
import type { Store } from "../database/store.ts";
import type { Retrieve } from "../knowledge/retrieve.ts";
import type { Gates } from "../requests/gates.ts";
import type { Limits } from "../requests/limits.ts";

/** What an agent's MCP server is made from. */
export interface McpEndpointDeps {
  store: Store;
  limits: Pick<Limits, "take">;
  lookOrigin: PublicOrigin["look"];
  findApiKey: Gates["findApiKey"];
  /** The contact whom a site vouches for by a token of its own. Throws `identity_refused` and its relatives. */
  identifyByToken(key: AgentKey, token: string): Promise<string>;
  /** Whether an organization's plan lets its agents meet visitors now. */
  hasPlan(organizationId: string, agentId: string): Promise<boolean>;
  retrieve: Retrieve;
  converse: Conversations["converse"];
  version: string;
  now: () => number;
  report: (error: unknown) => void;
}
