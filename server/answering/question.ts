import type { AnsweringAgent } from "../agents/find.ts";
import type { PastMessage } from "./rewrite.ts";

/** What is asked of an agent. */
export interface Question {
  agent: AnsweringAgent;
  /** The conversation before the question, oldest first; a person's replies stand as the agent's. */
  history: PastMessage[];
  question: string;
  /** Ends the answer, and the provider's work on it. */
  signal: AbortSignal;
}
