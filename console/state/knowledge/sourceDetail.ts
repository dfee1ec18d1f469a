import type { AnswerOf } from "../../../shared/contract/call.ts";
import { listPages, listSyncHistory, removePage } from "../../../shared/contract/knowledge/knowledge.ts";
import type { SourcePage } from "../../../shared/contract/knowledge/knowledge.ts";
import { callSources } from "./callSources.ts";
import type { AgentPlace } from "../shell/paths.ts";
import { createResource, load, resetUnlessOf } from "../platform/resource.ts";
import type { Of } from "../platform/resource.ts";

type SourcePlace = AgentPlace & { sourceId: string };

/** The pages of the source that is open, as searched and filtered. */
export const sourcePages = createResource<Of<AnswerOf<typeof listPages>>>();
/** Its syncs, newest first. */
export const syncHistory = createResource<Of<AnswerOf<typeof listSyncHistory>>>();

/** The rows on a page of these lists. */
export const detailPageSize = 50;

export interface PagesQuery {
  search: string;
  status?: "ready" | "failed" | "off" | "edited" | undefined;
  sort: "title" | "changed" | "cited" | "found" | "characters";
  page: number;
}

export async function loadSourcePages(place: SourcePlace, query: PagesQuery): Promise<void> {
  resetUnlessOf(sourcePages, place.sourceId);
  const search = query.search || undefined;
  await load(sourcePages, async () => {
    const input = { params: paramsOf(place), query: { ...query, search, limit: detailPageSize } };
    return { ...(await callSources(listPages, input)), of: place.sourceId };
  });
}

/** Deletes one page and keeps it out of later syncs. */
export async function removeSourcePage(place: SourcePlace & { pageId: string }): Promise<void> {
  await callSources(removePage, { params: { ...paramsOf(place), pageId: place.pageId } });
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
  resetUnlessOf(syncHistory, place.sourceId);
  await load(syncHistory, async () => {
    const input = { params: paramsOf(place), query: { page, limit: detailPageSize } };
    return { ...(await callSources(listSyncHistory, input)), of: place.sourceId };
  });
}

function paramsOf({ orgId, agentId, sourceId }: SourcePlace) {
  return { orgId, productId: agentId, datasourceId: sourceId };
}
