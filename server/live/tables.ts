/** Something that happened to an agent's conversations or knowledge, for those who watch. */
export interface LiveEventRow {
  organizationId: string;
  agentId: string;
  /** Counts up by one for each event of the agent, in the order of commits. */
  number: number;
  kind: string;
  threadId: string | null;
  /** Whose thread it is: a visitor's stream is told apart by it. */
  contactId: string | null;
  /** `all`: also the visitor whose contact it is; `team`: the team alone. */
  audience: "team" | "all";
  /** JSON: the keys of what changed, never the rows themselves. */
  payload: string;
  createdAt: number;
}

export interface LiveCounterRow {
  organizationId: string;
  agentId: string;
  last: number;
  /** The lowest number that is kept; what came before is pruned. */
  oldest: number;
}

/** How far a follower has read an agent's events (see follower.ts). */
export interface LiveFollowerRow {
  organizationId: string;
  follower: string;
  subscriberId: string;
  agentId: string;
  number: number;
}

declare module "../database/store.ts" {
  interface Tables {
    liveEvents: LiveEventRow;
    liveCounters: LiveCounterRow;
    liveFollowers: LiveFollowerRow;
  }
}
