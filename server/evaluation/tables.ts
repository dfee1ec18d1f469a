import type { ResultVerdict } from "../../shared/contract/evaluation/evaluation.ts";

export interface TestCaseRow {
  organizationId: string;
  id: string;
  agentId: string;
  /** JSON of NewTestCase. */
  body: string;
  createdBy: string | null;
  createdAt: number;
  updatedAt: number;
}

export interface EvaluationRunRow {
  organizationId: string;
  id: string;
  agentId: string;
  kind: "tests" | "replay";
  /** Null for the draft. */
  version: number | null;
  publishedVersion: number;
  /** Of the draft, when it began. */
  revision: number;
  /** JSON of AnsweringAgent as it was when the run began: what is saved meanwhile does not change a run. */
  agent: string;
  /** JSON of AnsweringAgent: what the cases of a replay are held against. */
  before: string | null;
  jobId: string | null;
  state: "queued" | "running" | "done" | "failed" | "cancelled";
  error: string | null;
  total: number;
  createdBy: string | null;
  createdAt: number;
  endedAt: number | null;
}

/** One question of a run. It is written with the run and filled in when it was asked, so that a run can continue. */
export interface EvaluationResultRow {
  organizationId: string;
  id: string;
  agentId: string;
  runId: string;
  position: number;
  caseId: string | null;
  threadId: string | null;
  messageId: string | null;
  /** JSON of Asked. */
  asked: string;
  /** JSON of AnswerSide. */
  answer: string | null;
  /** JSON of AnswerSide. */
  before: string | null;
  /** JSON list of Reason. */
  reasons: string;
  verdict: ResultVerdict | null;
  overruled: ResultVerdict | null;
  overruledBy: string | null;
  ms: number | null;
  credits: number | null;
}

/** A question that somebody took off the list of gaps; `question` is folded, so that its spellings are one. */
export interface ClosedGapRow {
  organizationId: string;
  agentId: string;
  question: string;
  closed: "answered" | "dismissed";
  closedBy: string | null;
  closedAt: number;
}

declare module "../database/store.ts" {
  interface Tables {
    testCases: TestCaseRow;
    evaluationRuns: EvaluationRunRow;
    evaluationResults: EvaluationResultRow;
    closedGaps: ClosedGapRow;
  }
}
