import type { Tx } from "../database/store.ts";

export interface AgentKey {
  organizationId: string;
  agentId: string;
}

/**
 * What a capability above has to do with an agent's life. Each hands its part to createAgents in main, so publishing and
 * deleting are one loop and the agents know nothing of surfaces, knowledge or conversations.
 */
export interface AgentPart {
  /** The name under which a version keeps what was frozen. */
  name: string;
  /** Makes what every new agent has, in the transaction that creates it. */
  create?(tx: Tx, agent: AgentKey & { name: string }): Promise<void>;
  /** What a version keeps of this capability; a value that JSON can hold. */
  freeze?(tx: Tx, agent: AgentKey): Promise<unknown>;
  /** Deletes everything of the agent, in the transaction that deletes it. */
  remove?(tx: Tx, agent: AgentKey): Promise<void>;
  /** Does what can only be done once the agent is gone for good, such as deleting files. */
  removed?(agent: AgentKey): void;
}
