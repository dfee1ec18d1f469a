/** What is asked of an agent's knowledge. */
export interface RetrieveQuestion {
  organizationId: string;
  agentId: string;
  question: string;
  /** How many passages are wanted at most. */
  limit: number;
  signal?: AbortSignal;
}

/** A passage that matches, with what a citation of it needs. */
export interface FoundPassage {
  passageId: string;
  pageId: string;
  sourceId: string;
  title: string;
  headings: string[];
  url: string | null;
  text: string;
  position: { page?: number; row?: number } | null;
  score: number;
}

/** Gives the passages of an agent's sources that match a question, best first. */
export type Retrieve = (question: RetrieveQuestion) => Promise<FoundPassage[]>;
