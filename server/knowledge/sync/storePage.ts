import { newId } from "../../database/ids.ts";
import type { Store, Tx } from "../../database/store.ts";
import { applyEdits, keepOff, listEdits, replaceEdits, type StoredPassage } from "../pages/edits.ts";
import { writeSegment } from "../retrieval/indexPassages.ts";
import type { SearchPool } from "../retrieval/searchPool.ts";
import type { EncodedSegment } from "../retrieval/segment/encodeSegment.ts";
import { findLanguage } from "../retrieval/terms/findLanguage.ts";
import type { PageRow, PassageEditRow, PassageRow } from "../tables.ts";
import { readPassageTexts, recordChange, type PassageText } from "../changes/recordChange.ts";
import { findPage, isSourceThere, listNumbers, touchPage } from "./pageRows.ts";
import type { Room } from "../usage/room.ts";
import { readKnownVersions } from "../versions/knownVersions.ts";
import { archivePage } from "../versions/archivePage.ts";
import { forgetFetch } from "./pageFetches.ts";
import type { RunRecord } from "./record.ts";
import type { PageToStore } from "./pageToStore.ts";

export interface StoreTools {
  store: Store;
  search: SearchPool;
  record: RunRecord;
  /** What the plan has room for; a person's edit is small and is taken without. */
  room?: Room;
  now: () => number;
}

/** The writer is held for no longer than this many passages take; a page that has more is written in several steps. */
const passagesAtOnce = 300;

/**
 * Makes a page what the document says: its passages, and the index beside them. A document that is the same as the last
 * time is not indexed again; a page that a person deleted stays away. A page counts, and has its hash, with its last
 * step: one that was cut off by a kill is written again from its start, and counted once.
 */
export async function storePage(tools: StoreTools, page: PageToStore): Promise<void> {
  const { store, search, record } = tools;
  const before = await findPage(store.db, record, page.key);
  if (before?.excluded) return skipExcluded(tools, before, page);
  const edits = before ? await listEdits(store.db, before) : [];
  const { document, replaced } =
    page.from === "version" ? keepOff(page.document, edits) : applyEdits(page.document, edits);
  const { hash, title, passages } = document;
  if (before?.status === "ready" && before.hash === hash && before.title === title) {
    return page.from === "edit" ? undefined : keepPage(tools, before);
  }
  await tools.room?.take(document.characters - (before?.characters ?? 0), nameOf(page));
  const pageId = before?.id ?? newId(tools.now());
  const old = before ? await listNumbers(store.db, before) : [];
  const said = before?.status === "ready" ? await readPassageTexts(store.reader, before) : null;
  const number = await reserveNumbers(store, record, passages.length);
  const language = findLanguage(
    passages.map(({ text }) => text),
    document.language,
  );
  let sinceVersion = 0;
  for (let from = 0; from < passages.length; from += passagesAtOnce) {
    const step = passages.slice(from, from + passagesAtOnce);
    const first = number + from;
    const change = {
      passages: step.flatMap(({ headings, text, isOff }, index) =>
        isOff ? [] : [{ number: first + index, title, headings, text, language }],
      ),
      removed: from === 0 ? old : [],
    };
    const segment = await search.encode(change, record.key);
    const isLast = from + step.length === passages.length;
    const writing = { page: { ...page, document }, replaced, pageId, before, said, step, first, segment };
    const wrote = await store.transaction((tx) =>
      writeStep(tx, tools, { ...writing, isFirst: from === 0, isLast, sinceVersion }),
    );
    if (wrote === "overtaken") return storePage(tools, page);
    sinceVersion = wrote;
  }
}

interface Writing {
  page: PageToStore;
  /** Edits whose passages are gone. */
  replaced: PassageEditRow[];
  pageId: string;
  before: PageRow | undefined;
  /** What it said before; null where it was not read yet. */
  said: PassageText[] | null;
  step: StoredPassage[];
  first: number;
  segment: EncodedSegment;
  isFirst: boolean;
  isLast: boolean;
  /** The first version that meets this text; the first step finds it out, and gives it to the next. */
  sinceVersion: number;
}

async function writeStep(
  tx: Tx,
  { record, now }: StoreTools,
  writing: Writing,
): Promise<number | "overtaken"> {
  const { page, pageId, before, step, first, segment, isFirst, isLast } = writing;
  const { organizationId, agentId, sourceId, runId } = record.key;
  if (!(await isSourceThere(tx, record))) return 0;
  const there = await findPage(tx, record, page.key);
  if (isOvertaken(there, writing)) return "overtaken";
  const sinceVersion = !isFirst
    ? writing.sinceVersion
    : before
      ? await archivePage(tx, { agentId }, before)
      : (await readKnownVersions(tx, { organizationId, agentId })).next;
  // With the step that takes the old passages away; one that was cut off after it is written down already.
  if (isFirst && page.from !== "edit" && !(before?.status === "ready" && before.hash === "")) {
    await recordChange(tx, {
      ...{ organizationId, runId, sourceId, pageId, at: now() },
      ...{ title: page.document.title, url: page.url, before: writing.said, after: page.document.passages },
    });
  }
  if (isFirst) await forgetFetch(tx, { organizationId, sourceId, key: page.key });
  await putPage(tx, describePage(record, { ...writing, there, sinceVersion }, now()));
  await insertPassages(tx, {
    organizationId,
    sourceId,
    pageId,
    title: page.document.title,
    step,
    first,
    now: now(),
  });
  // A page that is switched off was taken out of the index then.
  if (there?.enabled !== 0) await writeSegment(tx, { organizationId, sourceId, segment });
  if (!isLast) return sinceVersion;
  await replaceEdits(tx, { organizationId }, { edits: writing.replaced, now: now() });
  const kind = before?.status === "ready" ? "changed" : "added";
  await record.note(tx, before?.seenInRun === runId ? {} : { fetched: 1, indexed: 1, [kind]: 1 }, {
    ...{ level: writing.replaced.length > 0 ? "warning" : "info", step: "index", page: nameOf(page) },
    message: describeCount(page.document.passages.length) + describeReplaced(writing.replaced),
  });
  return sinceVersion;
}

/** Somebody deleted, switched or edited the page since it was read: what is to be written is rebuilt. */
function isOvertaken(there: PageRow | undefined, { before, isFirst }: Writing): boolean {
  if (!isFirst) return there?.excluded !== 0;
  return (
    there?.hash !== before?.hash || there?.excluded !== before?.excluded || there?.enabled !== before?.enabled
  );
}

function describePage(
  { key }: RunRecord,
  { page, pageId, before, there, isLast, sinceVersion }: Writing & { there: PageRow | undefined },
  now: number,
): PageRow {
  const { title, language, hash, characters, passages } = page.document;
  const seenInRun = page.from === "edit" ? (there?.seenInRun ?? null) : key.runId;
  return {
    ...{ organizationId: key.organizationId, id: pageId, sourceId: key.sourceId, key: page.key },
    ...{ url: page.url, fileId: page.fileId, title, language, status: "ready" },
    error: page.from === "edit" ? (there?.error ?? null) : null,
    hash: isLast ? hash : "",
    ...{ characters, passageCount: passages.length, excluded: 0, enabled: there?.enabled ?? 1 },
    publishedAt: page.publishedAt === undefined ? (there?.publishedAt ?? null) : page.publishedAt,
    seenInRun: isLast ? seenInRun : (before?.seenInRun ?? null),
    lastFetchedAt: page.from === "edit" ? (there?.lastFetchedAt ?? now) : now,
    lastChangedAt: now,
    sinceVersion,
  };
}

async function putPage(tx: Tx, row: PageRow): Promise<void> {
  const { organizationId: _o, id: _i, sourceId: _s, key: _k, ...changes } = row;
  await tx
    .insertInto("pages")
    .values(row)
    .onConflict((conflict) => conflict.columns(["organizationId", "sourceId", "key"]).doUpdateSet(changes))
    .execute();
}

interface PassagesOfStep extends Pick<PassageRow, "organizationId" | "sourceId" | "pageId" | "title"> {
  step: StoredPassage[];
  first: number;
  now: number;
}

async function insertPassages(tx: Tx, { step, first, now, ...page }: PassagesOfStep): Promise<void> {
  for (let from = 0; from < step.length; from += rowsAtOnce) {
    const rows = step
      .slice(from, from + rowsAtOnce)
      .map(({ headings, text, position, anchor, hash, editId = null, isOff = false }, index) => ({
        ...page,
        id: newId(now),
        number: first + from + index,
        headings: JSON.stringify(headings),
        text,
        position: JSON.stringify({ ...position, ...(anchor ? { anchor } : {}) }),
        characters: text.length,
        ...{ hash, editId, isOff: Number(isOff) },
        createdAt: now,
      }));
    await tx.insertInto("passages").values(rows).execute();
  }
}

const rowsAtOnce = 50;

/** Keeps a page of which its site says that it is as it was. */
export async function keepUnread(tools: StoreTools, key: string): Promise<void> {
  const before = await findPage(tools.store.db, tools.record, key);
  // A person may delete it at this moment.
  if (before && !before.excluded) await keepPage(tools, before);
}

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

function describeCount(passages: number): string {
  return passages === 1 ? "1 passage" : `${passages} passages`;
}

function describeReplaced(edits: readonly PassageEditRow[]): string {
  if (edits.length === 0) return "";
  const what = edits.every(({ isOff }) => isOff === 1)
    ? { one: "A passage of it that was off", many: "passages of it that were off" }
    : { one: "An edited passage of it", many: "edited passages of it" };
  const which = edits.length === 1 ? what.one : `${edits.length} ${what.many}`;
  return `. ${which} changed at the source: the text of the source counts again`;
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
