import type { AnsweringAgent } from "../agents/find.ts";
import type { AskedFile } from "./files.ts";
import type { PastMessage } from "./rewrite.ts";

/** What is asked of an agent. */
export interface Question {
  agent: AnsweringAgent;
  /** The conversation before the question, oldest first; a person's replies stand as the agent's. */
  history: PastMessage[];
  question: string;
  /** What went along with the question; it may be all there is of it. */
  files?: AskedFile[];
  /** What the page around the chat says of itself: data, which the visitor can change at will. */
  context: Record<string, unknown> | null;
  /** Ends the answer, and the provider's work on it. */
  signal: AbortSignal;
}
