import type { ResultSummary } from "../../../shared/contract/evaluation/evaluation.ts";

type Verdict = NonNullable<ResultSummary["verdict"]>;

/** What one run said of a case. */
export interface Said {
  resultId: string;
  /** A person's word goes before the run's. Null: it was not asked. */
  verdict: Verdict | null;
}

/** A case in two runs; null where one of them did not have it. */
export interface PairedResult {
  caseId: string;
  question: string;
  one: Said | null;
  other: Said | null;
  /** `gained`: it fails in the first and passes in the second; `lost`: the other way round. */
  change: "gained" | "lost" | "none";
}

type Result = Pick<ResultSummary, "id" | "caseId" | "question" | "verdict" | "overruled">;

/** Puts the results of two runs beside each other by their cases: those lost first, then those gained, then the rest. */
export function pairResults(one: readonly Result[], other: readonly Result[]): PairedResult[] {
  const [first, second] = [byCase(one), byCase(other)];
  const ids = [...new Set([...first.keys(), ...second.keys()])];
  const pairs = ids.map((caseId) => pair(caseId, first.get(caseId), second.get(caseId)));
  return pairs.sort((left, right) => order[left.change] - order[right.change]);
}

const order: Record<PairedResult["change"], number> = { lost: 0, gained: 1, none: 2 };

function byCase(results: readonly Result[]): Map<string, Result> {
  return new Map(results.flatMap((result) => (result.caseId === null ? [] : [[result.caseId, result]])));
}

function pair(caseId: string, first: Result | undefined, second: Result | undefined): PairedResult {
  const [one, other] = [read(first), read(second)];
  const isChanged = one?.verdict && other?.verdict && one.verdict !== other.verdict;
  const change = !isChanged ? "none" : other.verdict === "passed" ? "gained" : "lost";
  return { caseId, question: (second ?? first)?.question ?? "", one, other, change };
}

function read(result: Result | undefined): Said | null {
  return result ? { resultId: result.id, verdict: result.overruled ?? result.verdict } : null;
}
