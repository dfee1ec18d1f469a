import type { AnswerOf } from "../../shared/contract/call.ts";
import { listPages, listSyncHistory, listSyncLogs, removePage } from "../../shared/contract/knowledge.ts";
import type { SourcePage } from "../../shared/contract/knowledge.ts";
import {
  getSyncChange,
  listSyncChanges,
  listTouchedAnswers,
  type SyncChange,
} from "../../shared/contract/syncChanges.ts";
import { client } from "./client.ts";
import type { AgentPlace } from "./paths.ts";
import { createResource, load, reset } from "./resource.ts";

type SourcePlace = AgentPlace & { sourceId: string };

/** A window of something long, with whose it is, so that nothing of another source flashes up. */
type Window<Answer> = Answer & { of: string };

/** The pages of the source that is open, as searched and filtered. */
export const sourcePages = createResource<Window<AnswerOf<typeof listPages>>>();
/** Its syncs, newest first. */
export const syncHistory = createResource<Window<AnswerOf<typeof listSyncHistory>>>();
/** The log of the sync that is open. */
export const syncLogs = createResource<Window<AnswerOf<typeof listSyncLogs>>>();

/** What that sync changed, and the answers that relied on it. */
export const syncChanges = createResource<Window<AnswerOf<typeof listSyncChanges>>>();
export const touchedAnswers = createResource<Window<AnswerOf<typeof listTouchedAnswers>>>();
/** What the page that is open said before a sync, and after it. */
export const syncChange = createResource<Window<AnswerOf<typeof getSyncChange>>>();

/** So many rows a page of these lists. */
export const detailPageSize = 50;

export interface PagesQuery {
  search: string;
  status?: "ready" | "failed" | "off" | "edited" | undefined;
  sort: "title" | "changed" | "cited" | "found" | "characters";
  page: number;
}

export async function loadSourcePages(place: SourcePlace, query: PagesQuery): Promise<void> {
  forgetOther(sourcePages, place.sourceId);
  const search = query.search || undefined;
  await load(sourcePages, async () => {
    const input = { params: paramsOf(place), query: { ...query, search, limit: detailPageSize } };
    return { ...(await client.call(listPages, input)), of: place.sourceId };
  });
}

/** Deletes one page and keeps it out of later syncs. */
export async function removeSourcePage(place: SourcePlace & { pageId: string }): Promise<void> {
  await client.call(removePage, { params: { ...paramsOf(place), pageId: place.pageId } });
  const { data } = sourcePages;
  if (!data) return;
  data.items = data.items.filter(({ id }) => id !== place.pageId);
  data.page.total = Math.max(0, data.page.total - 1);
}

/** Takes in what a page is now, where it is listed. */
export function takePage(page: SourcePage): void {
  const { data } = sourcePages;
  if (data) data.items = data.items.map((one) => (one.id === page.id ? { ...one, ...page } : one));
}

export async function loadSyncHistory(place: SourcePlace, page: number): Promise<void> {
  forgetOther(syncHistory, place.sourceId);
  await load(syncHistory, async () => {
    const input = { params: paramsOf(place), query: { page, limit: detailPageSize } };
    return { ...(await client.call(listSyncHistory, input)), of: place.sourceId };
  });
}

export interface LogsQuery {
  level?: "info" | "warning" | "error" | undefined;
  page: number;
}

export async function loadSyncLogs(place: SourcePlace & { runId: string }, query: LogsQuery): Promise<void> {
  forgetOther(syncLogs, place.runId);
  await load(syncLogs, async () => {
    const params = { ...paramsOf(place), syncHistoryId: place.runId };
    const answer = await client.call(listSyncLogs, { params, query: { ...query, limit: detailPageSize } });
    return { ...answer, of: place.runId };
  });
}

type RunPlace = SourcePlace & { runId: string };

export async function loadSyncChanges(
  place: RunPlace,
  query: { kind?: SyncChange["kind"] | undefined; page: number },
): Promise<void> {
  forgetOther(syncChanges, place.runId);
  await load(syncChanges, async () => {
    const params = { ...paramsOf(place), syncHistoryId: place.runId };
    const answer = await client.call(listSyncChanges, { params, query: { ...query, limit: detailPageSize } });
    return { ...answer, of: place.runId };
  });
}

export async function loadTouchedAnswers(
  place: RunPlace,
  query: { changeId?: string | undefined; page: number },
): Promise<void> {
  forgetOther(touchedAnswers, place.runId);
  await load(touchedAnswers, async () => {
    const params = { ...paramsOf(place), syncHistoryId: place.runId };
    const input = { params, query: { ...query, limit: detailPageSize } };
    return { ...(await client.call(listTouchedAnswers, input)), of: place.runId };
  });
}

export async function loadSyncChange(place: RunPlace & { changeId: string }): Promise<void> {
  forgetOther(syncChange, place.changeId);
  await load(syncChange, async () => {
    const params = { ...paramsOf(place), syncHistoryId: place.runId, changeId: place.changeId };
    return { ...(await client.call(getSyncChange, { params })), of: place.changeId };
  });
}

interface Shown {
  data: { of: string } | null;
}

function forgetOther(resource: Parameters<typeof reset>[0] & Shown, of: string): void {
  if (resource.data && resource.data.of !== of) reset<unknown>(resource);
}

function paramsOf({ orgId, agentId, sourceId }: SourcePlace) {
  return { orgId, productId: agentId, datasourceId: sourceId };
}
