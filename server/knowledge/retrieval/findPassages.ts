import type { Db } from "../../database/store.ts";
import type { SegmentCache } from "./cache.ts";
import { hydrate } from "./hydrate.ts";
import type { FoundPassage } from "./hydrate.ts";
import { readAround } from "./readAround.ts";
import type { Placed } from "./readAround.ts";
import { searchTerms } from "./search.ts";
import type { Search, SearchQuestion } from "./search.ts";

/** A passage that was found, with what stands around it on its page. */
type PlacedPassage = FoundPassage & Placed;

/** The passages that were found, with what tells how well they can answer (`Search`). */
export interface FoundPassages {
  found: PlacedPassage[];
  terms: Omit<Search, "hits">;
}

/** Repeated passages are folded into one, so a few more are asked for than are wanted. */
const spare = 2;

/** Gives the passages that match a question best, best first, as they are in the store. */
export async function findPassages(
  reader: Db,
  asked: SearchQuestion,
  cache?: SegmentCache,
): Promise<FoundPassages> {
  const { organizationId, limit } = asked;
  const { hits, ...terms } = await searchTerms(reader, { ...asked, limit: limit * spare }, cache);
  const passages = await hydrate(reader, { organizationId, hits, limit });
  if (passages.length === 0) return { found: [], terms };
  const placed = await readAround(reader, passages);
  return { found: passages.map((passage) => ({ ...passage, ...placed.get(passage.id) })), terms };
}
