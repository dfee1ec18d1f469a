import { newId } from "../../database/ids.ts";
import type { Store, Tx } from "../../database/store.ts";
import type { ReadDocument } from "../parsing/ParsedDocument.ts";
import { writeSegment } from "../retrieval/indexPassages.ts";
import type { SearchPool } from "../retrieval/searchPool.ts";
import type { EncodedSegment } from "../retrieval/segment/encodeSegment.ts";
import type { PageRow } from "../tables.ts";
import { deletePassages, findPage, isSourceThere, listNumbers, touchPage } from "./pageRows.ts";
import type { RunRecord } from "./record.ts";

/** A document that a run has read, under the key that names it within its source. */
export interface PageToStore {
  /** Address, file id or fixed name. */
  key: string;
  url: string | null;
  fileId: string | null;
  document: ReadDocument;
}

export interface StoreTools {
  store: Store;
  search: SearchPool;
  record: RunRecord;
  now: () => number;
}

/**
 * Makes a page what the document says: its passages, and the index beside them, in one transaction. A document that is
 * the same as the last time is not indexed anew; a page that a person deleted stays away. Doing it twice in one run, as
 * after a kill, counts once.
 */
export async function storePage(tools: StoreTools, page: PageToStore): Promise<void> {
  const { store, search, record } = tools;
  const { hash, title, passages } = page.document;
  const before = await findPage(store.db, record, page.key);
  if (before?.excluded) return skipExcluded(tools, before, page);
  if (before?.status === "ready" && before.hash === hash && before.title === title) {
    return keepPage(tools, before);
  }
  const first = await reserveNumbers(store, record, passages.length);
  const old = before ? await listNumbers(store.db, before) : [];
  const segment = await search.encode({
    passages: passages.map(({ headings, text }, index) => ({ number: first + index, title, headings, text })),
    removed: old,
  });
  await store.transaction((tx) => writePage(tx, tools, { page, before, first, segment }));
}

interface Writing {
  page: PageToStore;
  before: PageRow | undefined;
  first: number;
  segment: EncodedSegment;
}

async function writePage(tx: Tx, { record, now }: StoreTools, writing: Writing): Promise<void> {
  const { page, before, first, segment } = writing;
  const { passages, hash } = page.document;
  const { organizationId, sourceId, runId } = record.key;
  const at = now();
  if (!(await isSourceThere(tx, record))) return;
  const pageId = before?.id ?? newId(at);
  if (before) await deletePassages(tx, before);
  const row: PageRow = {
    organizationId,
    id: pageId,
    sourceId,
    key: page.key,
    url: page.url,
    fileId: page.fileId,
    title: page.document.title,
    language: page.document.language,
    status: "ready",
    error: null,
    hash,
    characters: page.document.characters,
    passageCount: passages.length,
    excluded: 0,
    seenInRun: runId,
    lastFetchedAt: at,
    lastChangedAt: at,
  };
  const { organizationId: _o, id: _i, sourceId: _s, key: _k, ...changes } = row;
  await tx
    .insertInto("pages")
    .values(row)
    .onConflict((conflict) => conflict.columns(["organizationId", "sourceId", "key"]).doUpdateSet(changes))
    .execute();
  for (let from = 0; from < passages.length; from += rowsAtOnce) {
    const rows = passages.slice(from, from + rowsAtOnce).map((passage, index) => ({
      organizationId,
      id: newId(at),
      sourceId,
      pageId,
      number: first + from + index,
      title: page.document.title,
      headings: JSON.stringify(passage.headings),
      text: passage.text,
      position: JSON.stringify({
        ...passage.position,
        ...(passage.anchor ? { anchor: passage.anchor } : {}),
      }),
      characters: passage.text.length,
      hash: passage.hash,
      createdAt: at,
    }));
    await tx.insertInto("passages").values(rows).execute();
  }
  await writeSegment(tx, { organizationId, sourceId, segment });
  const isRepeat = before?.seenInRun === runId;
  const kind = before?.status === "ready" ? "changed" : "added";
  await record.note(tx, isRepeat ? {} : { fetched: 1, indexed: 1, [kind]: 1 }, {
    level: "info",
    step: "index",
    page: nameOf(page),
    message: `${passages.length} passages`,
  });
}

const rowsAtOnce = 50;

async function keepPage({ store, record, now }: StoreTools, before: PageRow): Promise<void> {
  await store.transaction(async (tx) => {
    await touchPage(tx, before, {
      seenInRun: record.key.runId,
      error: null,
      lastFetchedAt: now(),
    });
    if (before.seenInRun !== record.key.runId) await record.note(tx, { fetched: 1, unchanged: 1 });
  });
}

async function skipExcluded(
  { store, record }: StoreTools,
  before: PageRow,
  page: PageToStore,
): Promise<void> {
  await store.transaction(async (tx) => {
    await touchPage(tx, before, { seenInRun: record.key.runId });
    if (before.seenInRun === record.key.runId) return;
    const message = "Left out, because somebody deleted this page.";
    await record.note(tx, { skipped: 1 }, { level: "info", step: "index", page: nameOf(page), message });
  });
}

/** Numbers are never used twice; those of a write that failed are simply left out. */
async function reserveNumbers(store: Store, { key }: RunRecord, count: number): Promise<number> {
  const row = await store.db
    .updateTable("dataSources")
    .set((set) => ({ nextNumber: set("nextNumber", "+", count) }))
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.sourceId)
    .returning("nextNumber")
    .executeTakeFirst();
  return (row?.nextNumber ?? count) - count;
}

function nameOf(page: PageToStore): string {
  return page.url ?? page.document.title;
}
