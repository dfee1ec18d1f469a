import type { AnswerOf } from "../../../shared/contract/call.ts";
import {
  cancelRun as cancelRunCall,
  closeGap as closeGapCall,
  createTestCase,
  getResult,
  getRun,
  listAllGaps,
  listAllTopics,
  listGaps,
  listResults,
  listRuns,
  listTestCases,
  listTopics,
  overruleResult,
  removeTestCase,
  startRun as startRunCall,
  updateTestCase,
} from "../../../shared/contract/evaluation/evaluation.ts";
import type {
  EvaluationResult,
  EvaluationRun,
  ResultSummary,
  ResultVerdict,
  TestCase,
} from "../../../shared/contract/evaluation/evaluation.ts";
import type { NewTestCase } from "../../../shared/contract/evaluation/testCase.ts";
import type { FigureFilters } from "../../../shared/domain/measures.ts";
import { ownZone } from "../analytics/insights.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";
import { createResource, fill, load, reset } from "../platform/resource.ts";

/** What was read, with whose it is, so that nothing of another agent or run flashes up. */
type Of<Answer> = Answer & { of: string };

/** All cases of the last viewed agent. */
export const testCases = createResource<Of<{ items: TestCase[] }>>();
export const runs = createResource<Of<AnswerOf<typeof listRuns>>>();
/** The run that is open, with its questions. */
export const openRun = createResource<Of<{ run: EvaluationRun; results: ResultSummary[] }>>();
/** The question of it that is open. */
export const openResult = createResource<Of<EvaluationResult>>();
export const gaps = createResource<Of<AnswerOf<typeof listGaps>>>();

/** The questions of visitors of the last viewed agent. */
export const topics = createResource<Of<AnswerOf<typeof listTopics>>>();

const pageSize = 100;

export async function loadTestCases(place: AgentPlace): Promise<void> {
  forgetOther(testCases, place.agentId);
  await load(testCases, async () => {
    const items = await readAll((page) =>
      client.call(listTestCases, { params: paramsOf(place), query: { page, limit: pageSize } }),
    );
    return { items, of: place.agentId };
  });
}

/** Adds a case, or changes the one with this id, and gives it as it is stored. */
export async function saveTestCase(
  place: AgentPlace,
  { id, ...data }: NewTestCase & { id: string | null },
): Promise<TestCase> {
  const params = paramsOf(place);
  const saved =
    id === null
      ? await client.call(createTestCase, { params, body: { data } })
      : await client.call(updateTestCase, { params: { ...params, caseId: id }, body: { data } });
  if (testCases.data?.of === place.agentId) {
    const others = testCases.data.items.filter((testCase) => testCase.id !== saved.data.id);
    const items = [saved.data, ...others].sort((one, other) => (one.id < other.id ? 1 : -1));
    fill(testCases, { items, of: place.agentId });
  }
  return saved.data;
}

export async function removeCase(place: AgentPlace, caseId: string): Promise<void> {
  const params = { ...paramsOf(place), caseId };
  await client.call(removeTestCase, { params, query: { confirmed: "true" } });
  if (testCases.data?.of === place.agentId)
    testCases.data.items = testCases.data.items.filter(({ id }) => id !== caseId);
}

export async function loadRuns(place: AgentPlace, page: number): Promise<void> {
  forgetOther(runs, place.agentId);
  await load(runs, async () => {
    const query = { page, limit: 25 };
    return { ...(await client.call(listRuns, { params: paramsOf(place), query })), of: place.agentId };
  });
}

/** The newest run, of a kind where one is given; null where there was none. */
export async function readNewestRun(
  place: AgentPlace,
  kind?: EvaluationRun["kind"],
): Promise<EvaluationRun | null> {
  const query = { page: 1, limit: 1, ...(kind && { kind }) };
  return (await client.call(listRuns, { params: paramsOf(place), query })).items[0] ?? null;
}

export interface WantedRun {
  kind: EvaluationRun["kind"];
  version?: number | null;
  model?: string | null;
  caseIds?: string[];
}

export async function startRun(
  place: AgentPlace,
  { kind, version = null, model = null, caseIds }: WantedRun,
): Promise<EvaluationRun> {
  const data = { kind, version, model, ...(caseIds && { caseIds }) };
  return (await client.call(startRunCall, { params: paramsOf(place), body: { data } })).data;
}

export async function readRun(place: AgentPlace, runId: string): Promise<EvaluationRun> {
  return (await client.call(getRun, { params: { ...paramsOf(place), runId } })).data;
}

export async function cancelRun(place: AgentPlace, runId: string): Promise<EvaluationRun> {
  return (await client.call(cancelRunCall, { params: { ...paramsOf(place), runId } })).data;
}

/** Reads a run with all its questions. */
export async function loadRun(place: AgentPlace, runId: string): Promise<void> {
  forgetOther(openRun, runId);
  await load(openRun, async () => {
    const [run, results] = await Promise.all([readRun(place, runId), readResults(place, runId)]);
    return { run, results, of: runId };
  });
}

export function readResults(place: AgentPlace, runId: string): Promise<ResultSummary[]> {
  const params = { ...paramsOf(place), runId };
  return readAll((page) => client.call(listResults, { params, query: { page, limit: pageSize } }));
}

export async function loadResult(place: AgentPlace, runId: string, resultId: string): Promise<void> {
  forgetOther(openResult, resultId);
  const params = { ...paramsOf(place), runId, resultId };
  await load(openResult, async () => ({ ...(await client.call(getResult, { params })).data, of: resultId }));
}

/** Says what a person thinks of a result; null takes it back. */
export async function overrule(
  place: AgentPlace & { runId: string; resultId: string },
  verdict: ResultVerdict | null,
): Promise<void> {
  const { runId, resultId } = place;
  const params = { ...paramsOf(place), runId, resultId };
  const { data } = await client.call(overruleResult, { params, body: { data: { verdict } } });
  fill(openResult, { ...data, of: resultId });
  if (openRun.data?.of === runId) await loadRun(place, runId);
}

export type GapOrder = "newest" | "times";

/** Whose questions are read: one agent's, or all agents' where it names none. */
export interface QuestionsPlace {
  orgId: string;
  agentId: string | null;
}

/** Of which days and conversations; the last 30 days of all where this is left out. */
export interface QuestionsAsked {
  from: string;
  to: string;
  filters: FigureFilters;
}

export async function loadGaps(
  place: QuestionsPlace,
  sort: GapOrder = "newest",
  asked?: QuestionsAsked,
): Promise<void> {
  const { orgId, agentId } = place;
  const of = ofQuestions(place);
  forgetOther(gaps, of);
  await load(gaps, async () => {
    const query = { page: 1, limit: pageSize, sort, ...queryOf(asked) };
    const answer =
      agentId === null
        ? await client.call(listAllGaps, { params: { orgId }, query })
        : await client.call(listGaps, { params: paramsOf({ orgId, agentId }), query });
    return { ...answer, of };
  });
}

export async function loadTopics(place: QuestionsPlace, asked?: QuestionsAsked): Promise<void> {
  const { orgId, agentId } = place;
  const of = ofQuestions(place);
  forgetOther(topics, of);
  await load(topics, async () => {
    const query = queryOf(asked);
    const answer =
      agentId === null
        ? await client.call(listAllTopics, { params: { orgId }, query })
        : await client.call(listTopics, { params: paramsOf({ orgId, agentId }), query });
    return { ...answer, of };
  });
}

/** Whose the questions are that were read last. */
export function ofQuestions({ orgId, agentId }: QuestionsPlace): string {
  return agentId ?? orgId;
}

function queryOf(asked: QuestionsAsked | undefined) {
  if (!asked) return {};
  const { from, to, filters } = asked;
  return { from, to, timezone: ownZone(), ...filters };
}

/** Takes a question off the list of gaps. */
export async function closeGap(
  place: AgentPlace,
  { messageId, closed }: { messageId: string; closed: "answered" | "dismissed" },
): Promise<void> {
  await client.call(closeGapCall, { params: { ...paramsOf(place), messageId }, body: { data: { closed } } });
  if (gaps.data && [place.agentId, place.orgId].includes(gaps.data.of))
    gaps.data.items = gaps.data.items.filter((gap) => gap.messageId !== messageId);
}

/** Whether a run still changes. */
export function isGoing({ state }: Pick<EvaluationRun, "state">): boolean {
  return state === "queued" || state === "running";
}

function paramsOf({ orgId, agentId }: AgentPlace) {
  return { orgId, productId: agentId };
}

async function readAll<Item>(
  read: (page: number) => Promise<{ items: Item[]; page: { total: number } }>,
): Promise<Item[]> {
  const first = await read(1);
  const all = [...first.items];
  for (let page = 2; all.length < first.page.total; page += 1) {
    const { items } = await read(page);
    if (items.length === 0) break;
    all.push(...items);
  }
  return all;
}

type Held = typeof testCases | typeof runs | typeof openRun | typeof openResult | typeof gaps | typeof topics;

function forgetOther(resource: Held, of: string): void {
  if (resource.data && resource.data.of !== of) reset<unknown>(resource);
}
