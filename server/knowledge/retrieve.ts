import type { SourceAudience } from "../../shared/domain/sourceAudience.ts";
import type { FoundBy } from "./retrieval/fuse.ts";

/** What is asked of an agent's knowledge. */
export interface RetrieveQuestion {
  organizationId: string;
  agentId: string;
  question: string;
  /** Whose sources may be looked into; those for everyone where it is left out. */
  audiences?: readonly SourceAudience[];
  /** Those that are looked into, of all that the agent answers from; all where it is left out. */
  sourceIds?: readonly string[] | undefined;
  /** How many passages are wanted at most. */
  limit: number;
  /** The question as it may leave the installation, where personal data is hidden from models. */
  outward?: string;
  /** Is told how vectors were used, where the organization wants any. */
  noteVectors?: (use: VectorUse) => void;
  /** Is told how the question's terms are spread over the passages that were looked into. */
  noteTerms?: (terms: TermUse) => void;
  signal?: AbortSignal;
}

/** How the terms of a question are spread over an agent's passages. */
export interface TermUse {
  /** By the English stem of each: 1 for one that no passage has, near 0 for one that nearly all have. */
  rarity: Readonly<Record<string, number>>;
  /** The highest score by words that a passage can have for this question. */
  most: number;
  /** How many passages were looked into. */
  passages: number;
}

/** How vectors helped to find passages. */
export interface VectorUse {
  /** Our id of the model. */
  model: string;
  /** How long the provider took for the question. */
  ms: number;
  /** Why the words alone decided; null where they did not. */
  reason: string | null;
}

/** The end of the passage before, and the beginning of the one after; empty where there is none. */
export interface Around {
  before: string;
  after: string;
}

/** What else stands under the headings of a passage. */
export interface AroundInSection extends Around {
  /** There is more behind it that was not read. */
  goesOn?: true;
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
  /** What stands right before and after it on its page, for the best few. */
  around?: Around;
  /** The rest of its section on its page, as far as the few passages before and after it have it. */
  section?: AroundInSection;
  position: { page?: number; row?: number } | null;
  /** BM25 for words; with vectors the mean of both ways' shares of their best, 1 at most. */
  score: number;
  /** The places that words and vectors gave it, where both were asked. */
  by?: FoundBy;
}

/** Gives the passages of an agent's sources that match a question, best first. */
export type Retrieve = (question: RetrieveQuestion) => Promise<FoundPassage[]>;
