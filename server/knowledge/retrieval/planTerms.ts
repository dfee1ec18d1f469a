import type { Db } from "../../database/store.ts";
import { SegmentCache } from "./cache.ts";
import type { IndexOwner } from "./indexPassages.ts";
import { joinEncoded } from "./joinSegments.ts";
import type { Merge } from "./mergeSegments.ts";
import { listSegments } from "./readSegments.ts";
import type { Segment } from "./readSegments.ts";
import { findRemoved } from "./removed.ts";
import { encodeSegment } from "./segment/encodeSegment.ts";
import type { EncodedSegment, IndexedPassage } from "./segment/encodeSegment.ts";
import { decodeHead } from "./segment/head.ts";
import { findLanguage } from "./terms/findLanguage.ts";

/** A segment whose terms are to be rebuilt. */
export interface OldSegment extends IndexOwner {
  segment: string;
}

/** Scripts without stems whose words were cut in other places before. */
const cutAnew = /[\p{Script=Thai}\p{Script=Lao}]/u;

/** How many passages are in memory as text at a time. */
const passagesAtOnce = 2000;

/**
 * Gives the segment that holds the passages of an old one by their words as they are cut today, under their numbers of
 * before; undefined where the old one is gone, or has English alone, whose words are cut as ever.
 */
export async function planTerms(
  reader: Db,
  { segment: name, ...owner }: OldSegment,
): Promise<Merge | undefined> {
  const { organizationId, sourceId } = owner;
  const cache = new SegmentCache();
  const all = await listSegments(reader, { organizationId, sourceIds: [sourceId], cache });
  const at = all?.findIndex((segment) => segment.name === name) ?? -1;
  const old = all?.[at];
  if (!all || !old) return undefined;
  const gone = findRemoved(all)[at];
  const numbers = [...old.head.numbers].filter((_, ordinal) => !gone?.[ordinal]);

  const encoded: EncodedSegment[] = [];
  let isAsEver = true;
  for (let from = 0; from < numbers.length; from += passagesAtOnce) {
    const passages = await readPassages(reader, owner, numbers.slice(from, from + passagesAtOnce));
    const removed = from === 0 ? [...old.head.removed] : [];
    encoded.push(encodeSegment({ passages, removed }));
    isAsEver &&= !passages.some(({ language, text }) => language !== "en" || cutAnew.test(text));
  }
  const chosen = encoded.map(({ head }, index): Segment => ({
    ...{ organizationId, sourceId, name: `${index}` },
    head: decodeHead(head),
  }));
  if (isAsEver) return undefined;
  const others = all.filter((segment) => segment !== old);
  const segment = await joinEncoded({ encoded, chosen, all: [...others, ...chosen] });
  return segment && { replaces: [name], segment };
}

async function readPassages(
  reader: Db,
  { organizationId, sourceId }: IndexOwner,
  numbers: readonly number[],
): Promise<IndexedPassage[]> {
  const rows = await reader
    .selectFrom("passages")
    .innerJoin("pages", (join) =>
      join
        .onRef("pages.organizationId", "=", "passages.organizationId")
        .onRef("pages.id", "=", "passages.pageId"),
    )
    .select(["passages.number", "passages.title", "passages.headings", "passages.text"])
    .select(["passages.pageId", "pages.language"])
    .where("passages.organizationId", "=", organizationId)
    .where("passages.sourceId", "=", sourceId)
    .where("passages.number", "in", numbers)
    .orderBy("passages.number")
    .execute();
  const pages = Map.groupBy(rows, ({ pageId }) => pageId);
  return [...pages.values()].flatMap((passages) => {
    const stated = passages[0]?.language ?? null;
    const language = findLanguage(
      passages.map(({ text }) => text),
      stated,
    );
    return passages.map(({ number, title, headings, text }) => ({
      ...{ number, title, text, language },
      headings: JSON.parse(headings) as string[], // by storePage
    }));
  });
}
