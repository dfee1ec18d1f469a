import type { Store } from "../database/store.ts";
import type { SearchPool } from "./retrieval/searchPool.ts";
import type { Models } from "../models/models.ts";
import { listSearched } from "./shared/sharedUse.ts";
import type { FoundPassage, Retrieve } from "./retrieve.ts";
import { askVectors } from "./vectors/askVectors.ts";

export interface RetrieveDeps {
  store: Store;
  search: SearchPool;
  models: Pick<Models, "openEmbedder">;
}

/** Finds passages among all sources that an agent answers from, off the main thread, with what a citation needs. */
export function createRetrieve({ store, search, models }: RetrieveDeps): Retrieve {
  return async ({
    organizationId,
    agentId,
    question,
    limit,
    outward = question,
    noteVectors,
    noteTerms,
    signal,
    audiences = ["everyone"],
    sourceIds: wanted,
  }) => {
    const all = await listSearched(store.db, { organizationId, agentId }, audiences);
    const sourceIds = wanted ? all.filter((id) => wanted.includes(id)) : all;
    if (sourceIds.length === 0) return [];
    const { vector, use } = await askVectors(store, models, {
      ...{ organizationId, sourceIds, question: outward },
      signal: signal ?? new AbortController().signal,
    });
    if (use) noteVectors?.(use);
    const { found, terms } = await search.find({ organizationId, sourceIds, question, limit, vector });
    noteTerms?.(terms);
    return found.map((passage): FoundPassage => ({
      passageId: passage.id,
      pageId: passage.pageId,
      sourceId: passage.sourceId,
      title: passage.title,
      headings: JSON.parse(passage.headings) as string[], // written by storePage
      url: passage.url,
      text: passage.text,
      ...(passage.around && { around: passage.around }),
      ...(passage.section && { section: passage.section }),
      position: JSON.parse(passage.position) as FoundPassage["position"], // as above
      score: passage.score,
      ...(passage.by && { by: passage.by }),
    }));
  };
}
