import type { Pieces } from "../../shared/contract/agents/portable.ts";
import type { PageChanges } from "../../shared/contract/agents/versions.ts";
import type { Db, Tx } from "../database/store.ts";

export interface AgentKey {
  organizationId: string;
  agentId: string;
}

/** Where an agent can be met, as other programs see it. */
export interface AgentSurface {
  agentId: string;
  type: string;
  enabled: boolean;
  /** What its snippet carries. */
  token: string | null;
  /** Where it opens on this server. */
  path: string | null;
}

/** What a version kept of one capability, to be put back into the draft. */
export interface VersionToRestore extends AgentKey {
  version: number;
  /** What `freeze` gave; undefined where the version is from before the capability kept anything. */
  frozen: unknown;
  /** Whether pages are searched as they were then, too. */
  withKnowledge: boolean;
  now: number;
}

/** What is chosen of an agent that travels or is copied, beside its configuration. */
export interface ExportChoice {
  look: boolean;
  sources: boolean;
  testCases: boolean;
  skills: boolean;
}

/** Two agents of one organization: one is given what is chosen of the other. */
export interface Sharing {
  organizationId: string;
  from: string;
  to: string;
  choice: ExportChoice;
}

/** How a piece is taken: by which clock, and whether texts that need no way out are read at once. */
export interface Taking {
  now: number;
  readsTexts: boolean;
  /** Of the look that the person saw: another one is not overwritten. */
  lookRevision?: number | undefined;
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
  /** Is told that the draft has another name, in the transaction that saves it. */
  renamed?(tx: Tx, agent: AgentKey & { from: string; to: string; now: number }): Promise<void>;
  /** What a version keeps of this capability; a value that JSON can hold. Only reads: a draft is compared by it too. */
  freeze?(db: Db, agent: AgentKey): Promise<unknown>;
  /** Is told of a new version, once it is written. */
  kept?(tx: Tx, version: AgentKey & { version: number }): Promise<void>;
  /** The pages of data sources that changed from one version to another, or to today. */
  listPageChanges?(db: Db, between: AgentKey & { from: number; to: number | null }): Promise<PageChanges>;
  /** Makes the draft of this capability what it was in a version. */
  restore?(tx: Tx, from: VersionToRestore): Promise<void>;
  /** Its piece of the agent's file: without secrets, ids and tokens. It adds its own field of the pieces. */
  exportPieces?(db: Db, agent: AgentKey, choice: ExportChoice): Promise<Pieces>;
  /** Takes its piece of a file into an agent, new or old: contacts nothing, and overwrites no secret and no token. */
  take?(tx: Tx, into: AgentKey & Taking, pieces: Pieces): Promise<void>;
  /** Gives a copy in the same organization what is chosen and can't travel, or need not: sources with their files, for example. */
  share?(tx: Tx, agents: Sharing, taking: Taking): Promise<void>;
  /** Where these agents can be met. */
  listPlaces?(
    db: Db,
    agents: { organizationId: string; agentIds: readonly string[] },
  ): Promise<AgentSurface[]>;
  /** Ends work that waits to be done for the agent, in the transaction that deletes it; all else stays, as it may come back. */
  hide?(tx: Tx, agent: AgentKey): Promise<void>;
  /** Ends what is being done for the agent, once it can't be found and so nothing new starts. */
  hidden?(agent: AgentKey): Promise<void>;
  /** Deletes everything of the agent, in the transaction that removes it for good. */
  remove?(tx: Tx, agent: AgentKey): Promise<void>;
  /** Does what can only be done once the agent is gone for good, such as deleting files. */
  removed?(agent: AgentKey): void;
}
