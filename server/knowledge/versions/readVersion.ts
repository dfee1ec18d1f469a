import type { StoredPassage } from "../pages/edits.ts";
import type { Passage } from "../passages/splitIntoPassages.ts";
import type { Reading } from "../sync/reading.ts";
import { storePage } from "../sync/storePage.ts";
import { findSourceAt } from "./findSourceAt.ts";
import { listRevisions, type Revision } from "./listRevisions.ts";

/**
 * Makes a source's pages those that a version met, from what was kept: a sync that asks nobody. What it has still as it
 * was stays untouched, and what came later is taken out by the run's end. Gives whether all of it could be read.
 */
export async function readVersion(reading: Reading, version: number): Promise<boolean> {
  const { store, source, record, signal } = reading;
  const then = await findSourceAt(store.db, source, version);
  if (!then) return false;
  const isSame = then === source.id;
  if (isSame) await keepUnchanged(reading, version);
  const revisions = await listRevisions(store.reader, { ...record.key, sourceId: then, version, isSame });
  for (const revision of revisions) {
    signal.throwIfAborted();
    const { key, url, fileId, title, language, hash, characters } = revision;
    const passages = await readPassages(reading, revision);
    await storePage(reading, {
      ...{ key, url, fileId, from: "version" as const },
      document: { title, language, hash, characters, passages },
    });
  }
  return true;
}

/** Pages that say what they said then are met by this run as they are, all at once. */
async function keepUnchanged({ store, source, record }: Reading, version: number): Promise<void> {
  await store.transaction(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("pages")
      .set({ seenInRun: record.key.runId, error: null })
      .where("organizationId", "=", source.organizationId)
      .where("sourceId", "=", source.id)
      .where("sinceVersion", "<=", version)
      .where("status", "=", "ready")
      .where("hash", "!=", "")
      .where("excluded", "=", 0)
      .where((page) => page.or([page("seenInRun", "is", null), page("seenInRun", "!=", record.key.runId)]))
      .executeTakeFirst();
    const unchanged = Number(numUpdatedRows);
    await record.note(tx, { found: unchanged, fetched: unchanged, unchanged });
  });
}

async function readPassages({ store, source }: Reading, revision: Revision): Promise<StoredPassage[]> {
  const rows = await store.reader
    .selectFrom("passages")
    .select(["headings", "text", "position", "hash", "isOff"])
    .where("organizationId", "=", source.organizationId)
    .where("sourceId", "=", revision.sourceId)
    .where("pageId", "=", revision.contentId)
    .orderBy("number")
    .execute();
  return rows.map(({ headings, text, position, hash, isOff }) => {
    const { anchor, ...place } = JSON.parse(position) as Passage["position"] & { anchor?: string }; // by storePage
    return {
      headings: JSON.parse(headings) as string[], // by storePage
      ...{ text, position: place, hash, isOff: isOff === 1 },
      ...(anchor !== undefined && { anchor }),
    };
  });
}
