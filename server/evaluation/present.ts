import type {
  AnswerSide,
  EvaluationResult,
  EvaluationRun,
  ResultSummary,
  TestCase,
} from "../../shared/contract/evaluation/evaluation.ts";
import type { PortableCase } from "../../shared/contract/agents/portable.ts";
import type { NewTestCase } from "../../shared/contract/evaluation/testCase.ts";
import type { Reason } from "../../shared/domain/evaluation.ts";
import type { AnsweringAgent } from "../agents/find.ts";
import type { Asked } from "./ask.ts";
import type { EvaluationResultRow, EvaluationRunRow, TestCaseRow } from "./tables.ts";

/** What runs said of a case, newest first. */
export type Recent = TestCase["recent"];

export function presentCase(row: TestCaseRow & { createdByName: string | null }, recent: Recent): TestCase {
  const { id, createdByName, createdAt, updatedAt } = row;
  const { origin: _, ...shown } = readCase(row);
  return { ...shown, id, createdBy: createdByName, createdAt, updatedAt, recent };
}

/** A case as it is kept: one that came with a file has that file's mark of the conversation it was made from. */
export type KeptCase = NewTestCase & Pick<PortableCase, "origin">;

export function readCase({ body }: Pick<TestCaseRow, "body">): KeptCase {
  // Written after the contract's check, perhaps that of an older version.
  return { wrongSource: null, ...(JSON.parse(body) as Omit<KeptCase, "wrongSource">) };
}

/** How a run's questions came out. */
export interface Tally {
  done: number;
  counts: EvaluationRun["counts"];
  credits: number;
}

export function presentRun(
  row: EvaluationRunRow & { createdByName: string | null },
  { done, counts, credits }: Tally,
): EvaluationRun {
  const { id, kind, version, publishedVersion, revision, state, error, total, createdAt, endedAt } = row;
  return {
    ...{ id, kind, version, publishedVersion, revision, state, error, total, createdAt, endedAt },
    ...{ done, counts, credits },
    model: readAgent(row.agent).configuration.model,
    createdBy: row.createdByName,
  };
}

export function readAgent(json: string): AnsweringAgent {
  return JSON.parse(json) as AnsweringAgent; // written by startRun
}

export function readAsked({ asked }: Pick<EvaluationResultRow, "asked">): Asked {
  return JSON.parse(asked) as Asked; // written by startRun
}

export function readSide(json: string | null): AnswerSide | null {
  return json === null ? null : (JSON.parse(json) as AnswerSide); // written by startRun or the run
}

export function presentSummary(row: EvaluationResultRow): ResultSummary {
  const { id, caseId, threadId, messageId, verdict, overruled, overruledBy, ms, credits } = row;
  return {
    ...{ id, caseId, threadId, messageId, verdict, overruled, overruledBy, ms, credits },
    question: readAsked(row).question,
    reasons: JSON.parse(row.reasons) as Reason[], // written by the run
  };
}

export function presentResult(row: EvaluationResultRow): EvaluationResult {
  return {
    ...presentSummary(row),
    history: readAsked(row).history,
    answer: readSide(row.answer),
    before: readSide(row.before),
  };
}
