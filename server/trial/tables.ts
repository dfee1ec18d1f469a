/** An agent that somebody tries without an account. It lives in an organization of its own kind until it is claimed or ends. */
export interface TrialRow {
  /** The browser's name for it, a UUID. */
  id: string;
  secretHash: string;
  type: "website" | "description";
  url: string;
  description: string;
  name: string | null;
  primary: string | null;
  /** The network that it was begun from. */
  network: string;
  agentId: string | null;
  slug: string | null;
  /** JSON of texts. */
  suggestions: string;
  /** JSON of TrialAnswers; null until its agent was asked. */
  answers: string | null;
  problem: string | null;
  createdAt: number;
  expiresAt: number;
  /** When an organization took it; it is removed soon after. */
  claimedAt: number | null;
  /** The organization that took it, and the agent that it has there. */
  claimedBy: string | null;
  claimedAgentId: string | null;
}

declare module "../database/store.ts" {
  interface Tables {
    trials: TrialRow;
  }
}
