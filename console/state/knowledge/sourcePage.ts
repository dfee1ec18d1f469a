import type { AnswerOf } from "../../../shared/contract/call.ts";
import {
  getPage,
  listPassages,
  refreshPage,
  removeEdit,
  updatePage,
  updatePassage,
} from "../../../shared/contract/knowledge/pages.ts";
import type { PageDetail, PagePassage } from "../../../shared/contract/knowledge/pages.ts";
import { callSources } from "./callSources.ts";
import { readDataSource, sourceParams, type SourcePlace } from "./dataSources.ts";
import { createResource, load, reset } from "../platform/resource.ts";
import { takePage } from "./sourceDetail.ts";

export type PagePlace = SourcePlace & { pageId: string };

interface ShownPage {
  page: PageDetail;
  passages: AnswerOf<typeof listPassages>;
}

/** The page that is open, with a stretch of its passages. */
export const sourcePage = createResource<ShownPage>();

/** The passages on a page of the list. */
const passagesShown = 50;

export async function loadSourcePage(place: PagePlace, stretch: number): Promise<void> {
  if (sourcePage.data && sourcePage.data.page.id !== place.pageId) reset(sourcePage);
  const params = paramsOf(place);
  await load(sourcePage, async () => {
    const query = { page: stretch, limit: passagesShown };
    const [{ data: page }, passages] = await Promise.all([
      callSources(getPage, { params }),
      callSources(listPassages, { params, query }),
    ]);
    return { page, passages };
  });
}

/** Switches a page on or off; answers follow immediately. */
export async function switchPage(place: PagePlace, enabled: boolean): Promise<void> {
  take((await callSources(updatePage, { params: paramsOf(place), body: { data: { enabled } } })).data);
}

/** Reads one page again, as a sync of its own. */
export async function refreshSourcePage(place: PagePlace): Promise<void> {
  await callSources(refreshPage, { params: paramsOf(place) });
  await readDataSource(place);
}

/** Writes another text in the place of a passage, or switches it on or off. */
export async function editPassage(
  place: PagePlace & { passageId: string },
  { change, stretch }: { change: { text: string } | { enabled: boolean }; stretch: number },
): Promise<void> {
  const params = { ...paramsOf(place), passageId: place.passageId };
  take((await callSources(updatePassage, { params, body: { data: change } })).data);
  await loadSourcePage(place, stretch);
}

/** Takes an edit back, or forgets one that the source has overtaken. */
export async function takeEditBack(
  place: PagePlace & { editId: string },
  { stretch }: { stretch: number },
): Promise<void> {
  const params = { ...paramsOf(place), editId: place.editId };
  take((await callSources(removeEdit, { params })).data);
  await loadSourcePage(place, stretch);
}

/** A passage as a screen reads it. */
export type ShownPassage = PagePassage;

function take(page: PageDetail): void {
  takePage(page);
  if (sourcePage.data?.page.id === page.id) sourcePage.data.page = page;
}

function paramsOf({ pageId, ...place }: PagePlace) {
  return { ...sourceParams(place), pageId };
}
