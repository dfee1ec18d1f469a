import type { AnswerOf } from "../../../shared/contract/call.ts";
import { listSyncLogs } from "../../../shared/contract/knowledge/knowledge.ts";
import {
  getSyncChange,
  listSyncChanges,
  listTouchedAnswers,
} from "../../../shared/contract/knowledge/syncChanges.ts";
import type { SyncChange } from "../../../shared/contract/knowledge/syncChanges.ts";
import { callSources } from "./callSources.ts";
import { sourceParams } from "./dataSources.ts";
import type { SourcePlace } from "./dataSources.ts";
import { createResource, load, resetUnlessOf } from "../platform/resource.ts";
import type { Of } from "../platform/resource.ts";

/** The log of the sync that is open. */
export const syncLogs = createResource<Of<AnswerOf<typeof listSyncLogs>>>();
/** What it changed, and the answers that relied on that. */
export const syncChanges = createResource<Of<AnswerOf<typeof listSyncChanges>>>();
export const touchedAnswers = createResource<Of<AnswerOf<typeof listTouchedAnswers>>>();
/** What the page that is open said before it, and after it. */
export const syncChange = createResource<Of<AnswerOf<typeof getSyncChange>>>();

export type RunPlace = SourcePlace & { runId: string };

/** The rows on a page of these lists. */
const limit = 50;

export interface LogsQuery {
  level?: "info" | "warning" | "error" | undefined;
  page: number;
}

export async function loadSyncLogs(place: RunPlace, query: LogsQuery): Promise<void> {
  resetUnlessOf(syncLogs, place.runId);
  await load(syncLogs, async () => {
    const input = { params: paramsOf(place), query: { ...query, limit } };
    return { ...(await callSources(listSyncLogs, input)), of: place.runId };
  });
}

export async function loadSyncChanges(
  place: RunPlace,
  query: { kind?: SyncChange["kind"] | undefined; page: number },
): Promise<void> {
  resetUnlessOf(syncChanges, place.runId);
  await load(syncChanges, async () => {
    const input = { params: paramsOf(place), query: { ...query, limit } };
    return { ...(await callSources(listSyncChanges, input)), of: place.runId };
  });
}

export async function loadTouchedAnswers(
  place: RunPlace,
  query: { changeId?: string | undefined; page: number },
): Promise<void> {
  resetUnlessOf(touchedAnswers, place.runId);
  await load(touchedAnswers, async () => {
    const input = { params: paramsOf(place), query: { ...query, limit } };
    return { ...(await callSources(listTouchedAnswers, input)), of: place.runId };
  });
}

export async function loadSyncChange(place: RunPlace & { changeId: string }): Promise<void> {
  const { changeId } = place;
  resetUnlessOf(syncChange, changeId);
  await load(syncChange, async () => {
    const params = { ...paramsOf(place), changeId };
    return { ...(await callSources(getSyncChange, { params })), of: changeId };
  });
}

function paramsOf(place: RunPlace) {
  return { ...sourceParams(place), syncHistoryId: place.runId };
}
