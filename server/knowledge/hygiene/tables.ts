/** How far an agent's passages were compared; what was found before stands until the next look has ended. */
export interface HygieneCheckRow {
  organizationId: string;
  agentId: string;
  state: "queued" | "running" | "ready" | "failed";
  /** How many were compared. */
  passages: number;
  /** 0: the agent has more than are compared. */
  isWhole: number;
  checkedAt: number | null;
}

/** Two passages of different pages that say the same or nearly so. */
export interface LikePassagesRow {
  organizationId: string;
  agentId: string;
  id: string;
  firstId: string;
  firstHash: string;
  secondId: string;
  secondHash: string;
  /** Percent of the pairs of words that both have, of those that either has. */
  likeness: number;
  /** How many pages have the very same text; 0 where the two differ. */
  copies: number;
}

/** Two texts, the smaller hash first, of which a person said that both are right. */
export interface IgnoredPairRow {
  organizationId: string;
  agentId: string;
  firstHash: string;
  secondHash: string;
  ignoredAt: number;
}

declare module "../../database/store.ts" {
  interface Tables {
    hygieneChecks: HygieneCheckRow;
    likePassages: LikePassagesRow;
    ignoredPairs: IgnoredPairRow;
  }
}
