/** A connection of an agent to a service. */
export interface IntegrationRow {
  organizationId: string;
  id: string;
  agentId: string;
  provider: string;
  /** Skills know it by its name, which stays. */
  name: string;
  /** The name in lower case: an agent has it once. */
  nameKey: string;
  /** JSON: the values of the provider's settings. */
  settings: string;
  auth: "oauth" | "key";
  /** A client of the team's own; null where the operator's is used. */
  clientId: string | null;
  sealedClientSecret: string | null;
  /** What the provider signs its events with. */
  sealedEventSecret: string | null;
  /** Why somebody came back from the service without access the last time; null where they did not. */
  problem: string | null;
  /** What stands in the address for its events. */
  hookId: string;
  lastEventAt: number | null;
  createdAt: number;
  updatedAt: number;
}

/** The access that somebody gave: the team's own, or that of one visitor. */
export interface IntegrationGrantRow {
  organizationId: string;
  id: string;
  agentId: string;
  integrationId: string;
  /** Whose it is; empty for the team's. */
  contactId: string;
  /** JSON of GrantTokens, sealed. */
  sealedTokens: string;
  /** Counts how often it was renewed: a renewal names the one it knew. */
  generation: number;
  /** 1: it can be renewed without a person. */
  renewable: number;
  expiresAt: number | null;
  account: string | null;
  /** Why it is no longer valid; null while it is. */
  broken: string | null;
  /** Why it could not be renewed the last time, where that may pass. */
  trouble: string | null;
  /** The process that renews it now, and until when no other does. */
  leaseId: string | null;
  leaseUntil: number | null;
  createdAt: number;
  updatedAt: number;
}

/** Something that a provider told, verified. */
export interface IntegrationEventRow {
  organizationId: string;
  id: string;
  agentId: string;
  integrationId: string;
  /** The same for a repeat. */
  eventKey: string;
  type: string;
  /** As it came. */
  body: string;
  receivedAt: number;
}

/** What a visitor's sign-in brought, until they enter its code in the chat where they began. */
export interface IntegrationSignInRow {
  organizationId: string;
  /** The run that waits for it. */
  runId: string;
  agentId: string;
  integrationId: string;
  codeHash: string;
  sealedTokens: string;
  expiresAt: number;
}

declare module "../../database/store.ts" {
  interface Tables {
    integrations: IntegrationRow;
    integrationGrants: IntegrationGrantRow;
    integrationEvents: IntegrationEventRow;
    integrationSignIns: IntegrationSignInRow;
  }
}
