import { statement } from "../../database/statement.ts";
import type { Db } from "../../database/store.ts";
import type { Around, AroundInSection } from "../retrieve.ts";
import type { PassageRow } from "../tables.ts";
import { joinPassages } from "./joinPassages.ts";

/** The best passages get their neighbors: what answers is mostly there, and continues where the passage was cut. */
const withNeighbors = 3;
const longestNeighbor = 400;
/** The passages over which a list of twenty items is spread at most, mostly. */
const sectionBefore = [-1, -2];
const sectionAfter = [1, 2, 3];
/** Tells whether the section continues. */
const beyond = 4;

/** What stands around a passage. */
export interface Placed {
  /** For the best few, in short, without what was found itself. */
  around?: Around;
  /** The rest of its section, as far as the few passages before and after it have it; left out if it ends here. */
  section?: AroundInSection;
}

/**
 * Gives what stands around passages on their pages, by the passages' ids. A neighbor that is off is not read, and one of
 * another page is none.
 */
export async function readAround(reader: Db, passages: readonly PassageRow[]): Promise<Map<string, Placed>> {
  const found = new Set(passages.map(placeOf));
  const places = passages.map(({ organizationId, sourceId, number }) => ({
    ...{ organizationId, sourceId },
    numbers: [...sectionBefore, ...sectionAfter, beyond].map((step) => number + step),
  }));
  const rows = await selectAt(reader, { places });
  const byPlace = new Map(rows.filter((row) => row.isOff === 0).map((row) => [placeOf(row), row]));
  const placed = new Map<string, Placed>();
  for (const [rank, passage] of passages.entries()) {
    const at = (number: number) => byPlace.get(placeOf({ ...passage, number }));
    const [before, after] = [at(passage.number - 1), at(passage.number + 1)];
    const unseen = (row: Neighbor | undefined) => (row && !found.has(placeOf(row)) ? row.text : "");
    const listSection = (steps: readonly number[]) => {
      const rows = steps.map((step) => at(passage.number + step));
      const end = rows.findIndex((row) => row?.headings !== passage.headings);
      return rows.slice(0, end < 0 ? rows.length : end).map((row) => row?.text ?? "");
    };
    const around = { before: cutStart(unseen(before)), after: cutEnd(unseen(after)) };
    const behind = listSection([...sectionAfter, beyond]);
    const section = {
      before: joinPassages(listSection(sectionBefore).reverse()),
      after: joinPassages(behind.slice(0, sectionAfter.length)),
      ...(behind.length > sectionAfter.length && { goesOn: true as const }),
    };
    placed.set(passage.id, {
      ...(rank < withNeighbors && hasText(around) && { around }),
      ...(hasText(section) && { section }),
    });
  }
  return placed;
}

type Neighbor = Pick<PassageRow, "sourceId" | "pageId" | "number" | "text" | "headings" | "isOff">;

function hasText({ before, after }: Around): boolean {
  return before !== "" || after !== "";
}

interface Places {
  places: { organizationId: string; sourceId: string; numbers: number[] }[];
}

/** Each branch names a key whole, and the page is compared above: SQLite would read all of the page, or of the organization. */
const selectAt = statement((reader, { places }: Places) =>
  reader
    .selectFrom("passages")
    .select(["sourceId", "pageId", "number", "text", "headings", "isOff"])
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

/** Cut at the end of a sentence or a line, so that no half of one is taken for a whole; else between words. */
function cutStart(text: string): string {
  if (text.length <= longestNeighbor) return text;
  const kept = text.slice(-longestNeighbor);
  const sentence = /(?:[.!?؟。](?=\s)|\n)\s*/u.exec(kept);
  const from = sentence ? sentence.index + sentence[0].length : Infinity;
  return from < longestNeighbor * mostLost ? kept.slice(from) : kept.replace(/^\S*\s+/, "");
}

function cutEnd(text: string): string {
  if (text.length <= longestNeighbor) return text;
  const kept = text.slice(0, longestNeighbor);
  const to = Math.max(
    ...[...kept.matchAll(/[.!?؟。](?=\s)|(?=\n)/gu)].map(({ index, 0: end }) => index + end.length),
  );
  return to > longestNeighbor * (1 - mostLost) ? kept.slice(0, to) : kept.replace(/\s+\S*$/, "");
}

/** A sentence that takes more of it than this is cut between words. */
const mostLost = 0.6;
