import type { Citation } from "../../../shared/contract/conversations/conversations.ts";
import type { TestCase } from "../../../shared/contract/evaluation/evaluation.ts";
import type { TriedReceipt } from "../../../shared/contract/playground/playground.ts";

/** What is asked: what is being worked on, or the live version. */
export type Version = "draft" | "published";

/** Who asks, and from which page; an empty address is none. */
export interface TriedVisitor {
  pageUrl: string;
  isVerified: boolean;
  isIdentified: boolean;
  isTeam: boolean;
  /** The one data source that is looked into; null for all. */
  source: { id: string; name: string } | null;
}

/** One answer while it comes and afterwards. */
export interface TriedAnswer {
  status: "waiting" | "streaming" | "done" | "failed" | "stopped";
  /** What was asked to answer: a model by itself, or null for the agent's own with what stands in for it. */
  model: string | null;
  version: Version;
  /** Of the draft as it was when this was asked; null where that is not known. */
  revision: number | null;
  visitor: TriedVisitor;
  text: string;
  citations: Citation[];
  followUps: string[];
  /** Comes with the end; a stopped answer has none. */
  receipt: TriedReceipt | null;
  /** The test case that was made from it. */
  testCase: TestCase | null;
  error: { code: string; message: string } | null;
}

/** A question with its answers, by the column in which each stands. */
export interface Turn {
  id: number;
  question: string;
  answers: Record<string, TriedAnswer>;
}
