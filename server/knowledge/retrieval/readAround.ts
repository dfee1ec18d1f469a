import { statement } from "../../database/statement.ts";
import type { Db } from "../../database/store.ts";
import type { Around } from "../retrieve.ts";
import type { PassageRow } from "../tables.ts";

/** The best passages get their neighbors: what answers is mostly there, and goes on where the passage was cut. */
const withNeighbors = 3;
const longestNeighbor = 400;

/**
 * Gives what stands around the best passages on their pages, by the passages' ids. A neighbor that was found itself is
 * left out, one that is off is not read, and one of another page is none.
 */
export async function readAround(reader: Db, passages: readonly PassageRow[]): Promise<Map<string, Around>> {
  const found = new Set(passages.map(placeOf));
  const best = passages.slice(0, withNeighbors);
  const places = best.map(({ organizationId, sourceId, number }) => ({
    ...{ organizationId, sourceId },
    numbers: [number - 1, number + 1],
  }));
  const rows = await selectAt(reader, { places });
  const texts = new Map(
    rows.filter((row) => row.isOff === 0 && !found.has(placeOf(row))).map((row) => [placeOf(row), row.text]),
  );
  const around = new Map<string, Around>();
  for (const passage of best) {
    const textAt = (number: number) => texts.get(placeOf({ ...passage, number })) ?? "";
    const before = cutStart(textAt(passage.number - 1));
    const after = cutEnd(textAt(passage.number + 1));
    if (before !== "" || after !== "") around.set(passage.id, { before, after });
  }
  return around;
}

interface Places {
  places: { organizationId: string; sourceId: string; numbers: number[] }[];
}

/** Each branch names a key whole, and the page is compared above: SQLite would read all of the page, or of the organization. */
const selectAt = statement((reader, { places }: Places) =>
  reader
    .selectFrom("passages")
    .select(["sourceId", "pageId", "number", "text", "isOff"])
    .where((where) =>
      where.or(
        places.map(({ organizationId, sourceId, numbers }) =>
          where.and([
            where("organizationId", "=", organizationId),
            where("sourceId", "=", sourceId),
            where("number", "in", numbers),
          ]),
        ),
      ),
    ),
);

function placeOf({ sourceId, pageId, number }: Pick<PassageRow, "sourceId" | "pageId" | "number">): string {
  return `${sourceId} ${pageId} ${number}`;
}

/** Whole words only. */
function cutStart(text: string): string {
  return text.length <= longestNeighbor ? text : text.slice(-longestNeighbor).replace(/^\S*\s+/, "");
}

function cutEnd(text: string): string {
  return text.length <= longestNeighbor ? text : text.slice(0, longestNeighbor).replace(/\s+\S*$/, "");
}
