import { createHash } from "node:crypto";
import type { Tx } from "../../../database/store.ts";
import { ParseError } from "../../parsing/ParseError.ts";
import { readCounts } from "../../present.ts";
import { failPage } from "../../sync/failPage.ts";
import { dropPage, findPage, isSourceThere } from "../../sync/pageRows.ts";
import type { Reading } from "../../sync/reading.ts";
import { readRun } from "../../sync/record.ts";
import { storePage } from "../../sync/storePage.ts";
import { dropPageForGood } from "../../documents/removeDocuments.ts";
import type { SourceDocumentRow } from "../../documents/tables.ts";

const readAtOnce = 20;

/**
 * Reads the documents that wait, the longest waiting first, also those that come meanwhile; then takes out pages that
 * belong to no document, as a version leaves them that was restored before.
 */
export async function readDocuments(reading: Reading): Promise<void> {
  for (;;) {
    const waiting = await listWaiting(reading);
    if (waiting.length === 0) break;
    for (const document of waiting) {
      reading.signal.throwIfAborted();
      await readOne(reading, document);
    }
  }
  await dropPagesOfNone(reading);
}

async function listWaiting({ store, record }: Reading): Promise<SourceDocumentRow[]> {
  const { organizationId, sourceId } = record.key;
  const waiting = store.db
    .selectFrom("sourceDocuments")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("state", "=", "waiting");
  const rows = await waiting
    .selectAll()
    .orderBy("updatedAt")
    .orderBy("externalId")
    .limit(readAtOnce)
    .execute();
  if (rows.length === 0) return rows;
  const { total } = await waiting
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const counts = await store.transaction(async (tx) => {
    const run = await readRun(tx, record.key);
    return run ? readCounts(run) : null;
  });
  const done = counts ? counts.fetched + counts.failed + counts.skipped : 0;
  await record.set({ found: done + Number(total) });
  return rows;
}

async function readOne(reading: Reading, document: SourceDocumentRow): Promise<void> {
  const { externalId: key, url } = document;
  const end = await storeText(reading, document).catch(async (error: unknown) => {
    if (!(error instanceof ParseError)) throw error;
    const title = document.title ?? key;
    const reason = error.reason === "empty" ? "The document has no text." : error.message;
    await failPage(reading, { key, url, fileId: null, title, reason, step: "extract" });
    return reason;
  });
  await reading.store.transaction((tx) => settle(tx, reading, { document, error: end }));
}

/** Gives why answers leave it out, or null. */
async function storeText(
  reading: Reading,
  { externalId: key, title, url, language, format, content }: SourceDocumentRow,
): Promise<string | null> {
  const bytes = Buffer.from(content);
  const file = { name: "", contentType: "text/plain; charset=utf-8", kind: format, bytes };
  const parsed = await reading.parser.parse(file, reading);
  const hash = createHash("sha256")
    .update(JSON.stringify([parsed.hash, url, language]))
    .digest("hex");
  const document = {
    ...parsed,
    title: title ?? (parsed.title === ofNoName ? key : parsed.title),
    language: language ?? parsed.language,
    hash,
  };
  await storePage(reading, { key, url, fileId: null, document });
  const page = await findPage(reading.store.db, reading.record, key);
  return page?.excluded
    ? "This page was deleted in the console. To restore it, delete the document and push it again."
    : null;
}

/** The title of a text that has none, in a file without a name. */
const ofNoName = "Untitled";

/** A document that was pushed again meanwhile still waits; the page of one that was deleted goes again. */
async function settle(
  tx: Tx,
  { record, now }: Reading,
  { document, error }: { document: SourceDocumentRow; error: string | null },
): Promise<void> {
  const { organizationId, sourceId, externalId, hash } = document;
  if (!(await isSourceThere(tx, record))) return;
  const there = await tx
    .selectFrom("sourceDocuments")
    .select("hash")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("externalId", "=", externalId)
    .executeTakeFirst();
  if (!there) {
    const page = await findPage(tx, record, externalId);
    if (page) await dropPageForGood(tx, page);
    return;
  }
  if (there.hash !== hash) return;
  await tx
    .updateTable("sourceDocuments")
    .set({ error, ...(error === null ? { state: "ready", indexedAt: now() } : { state: "failed" }) })
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("externalId", "=", externalId)
    .execute();
}

async function dropPagesOfNone(reading: Reading): Promise<void> {
  const { store, record } = reading;
  const { organizationId, sourceId } = record.key;
  const keys = await store.reader
    .selectFrom("pages")
    .select("key")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom("sourceDocuments")
            .select("sourceDocuments.externalId")
            .where("sourceDocuments.organizationId", "=", organizationId)
            .where("sourceDocuments.sourceId", "=", sourceId)
            .where("sourceDocuments.externalId", "=", ref("pages.key")),
        ),
      ),
    )
    .execute();
  for (const { key } of keys) {
    reading.signal.throwIfAborted();
    await store.transaction((tx) => dropIfOfNone(tx, reading, key));
  }
}

/** A document may have been pushed since the pages were looked through. */
async function dropIfOfNone(tx: Tx, { record }: Reading, key: string): Promise<void> {
  const { organizationId, sourceId } = record.key;
  if (!(await isSourceThere(tx, record))) return;
  const document = await tx
    .selectFrom("sourceDocuments")
    .select("externalId")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("externalId", "=", key)
    .executeTakeFirst();
  const page = await findPage(tx, record, key);
  if (document || !page) return;
  await dropPage(tx, record.key, page);
  const message = "No longer at the source.";
  await record.note(tx, { removed: 1 }, { level: "info", step: "remove", page: page.title, message });
}
