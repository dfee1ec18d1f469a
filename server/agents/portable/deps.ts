import type { Store, Tx } from "../../database/store.ts";
import type { AgentKey, AgentPart } from "../parts.ts";
import type { FindModelProblem } from "../work.ts";

/** What the work on agents that travel is handed. */
export interface PortableDeps {
  store: Store;
  now: () => number;
  /** What other capabilities carry and take; main fills it before the first request. */
  parts: AgentPart[];
  findAgentLimit: (organizationId: string) => Promise<number>;
  /** The model of new agents where nobody chooses; null for the built-in one. */
  findDefaultModel: (organizationId: string) => Promise<string | null>;
  findModelProblem: FindModelProblem;
  /** Whether somebody here has a way to a model: the organization by a key of its own, or the installation. */
  hasWay: (organizationId: string, model: string) => Promise<boolean>;
  /** Tells everybody who watches the agent that it changed, once the transaction is through. */
  announce: (tx: Tx, agent: AgentKey) => Promise<void>;
}

/** The caller. */
export interface Asking {
  organizationId: string;
  userId: string;
}
