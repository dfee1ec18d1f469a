import { statement } from "../../database/statement.ts";
import type { Db } from "../../database/store.ts";
import type { PassageRow } from "../tables.ts";
import type { FoundBy, RankedHit } from "./fuse.ts";

/** A passage that was found, with its page's address and how well it matches. */
export type FoundPassage = PassageRow & { url: string | null; score: number; by?: FoundBy };

/**
 * Gives the passages of hits in their order. Passages with the same text (a notice repeated on every
 * page) appear once, and one that was removed or switched off since the search, itself or with its page, is left out: ask for more
 * hits than you need.
 */
export async function hydrate(
  reader: Db,
  { organizationId, hits, limit }: { organizationId: string; hits: readonly RankedHit[]; limit: number },
): Promise<FoundPassage[]> {
  if (hits.length === 0) return [];
  const bySource = Map.groupBy(hits, ({ sourceId }) => sourceId);
  const places = [...bySource].map(([sourceId, group]) => ({
    sourceId,
    numbers: group.map(({ number }) => number),
  }));
  const rows = await selectAt(reader, { organizationId, places });
  const byPlace = new Map(rows.map((row) => [`${row.sourceId} ${row.number}`, row]));
  const hashes = new Set<string>();
  const found: FoundPassage[] = [];
  for (const { sourceId, number, score, by } of hits) {
    const row = byPlace.get(`${sourceId} ${number}`);
    if (!row || row.isOff === 1 || hashes.has(row.hash)) continue;
    hashes.add(row.hash);
    found.push({ ...row, score, ...(by && { by }) });
    if (found.length === limit) break;
  }
  return found;
}

interface Places {
  organizationId: string;
  places: { sourceId: string; numbers: number[] }[];
}

const selectAt = statement((reader, { organizationId, places }: Places) =>
  reader
    .selectFrom("passages")
    .innerJoin("pages", (join) =>
      join
        .onRef("pages.organizationId", "=", "passages.organizationId")
        .onRef("pages.id", "=", "passages.pageId"),
    )
    .selectAll("passages")
    .select("pages.url")
    .where("pages.enabled", "=", 1)
    .where((where) =>
      where.or(
        places.map(({ sourceId, numbers }) =>
          where.and([
            // In each branch: SQLite finds no index for branches that share a condition outside.
            where("passages.organizationId", "=", organizationId),
            where("passages.sourceId", "=", sourceId),
            where("passages.number", "in", numbers),
          ]),
        ),
      ),
    ),
);
