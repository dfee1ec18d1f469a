import type { Db } from "../../database/store.ts";
import type { Around } from "../retrieve.ts";
import type { SegmentCache } from "./cache.ts";
import { hydrate } from "./hydrate.ts";
import type { FoundPassage } from "./hydrate.ts";
import { readAround } from "./readAround.ts";
import { search } from "./search.ts";
import type { SearchQuestion } from "./search.ts";

/** A passage that was found, with what stands around it on its page where it is one of the best. */
export type PlacedPassage = FoundPassage & { around?: Around };

/** Repeated passages are folded into one, so a few more are asked for than are wanted. */
const spare = 2;

/** Gives the passages that match a question best, best first, as they stand in the store. */
export async function findPassages(
  reader: Db,
  asked: SearchQuestion,
  cache?: SegmentCache,
): Promise<PlacedPassage[]> {
  const { organizationId, limit } = asked;
  const hits = await search(reader, { ...asked, limit: limit * spare }, cache);
  const passages = await hydrate(reader, { organizationId, hits, limit });
  if (passages.length === 0) return [];
  const placed = await readAround(reader, passages);
  return passages.map((passage) => {
    const around = placed.get(passage.id);
    return around ? { ...passage, around } : passage;
  });
}
