import type { Store, Tx } from "../../database/store.ts";
import { removePassages } from "../retrieval/indexPassages.ts";
import type { PageRow } from "../tables.ts";
import { forgetPage } from "../versions/forget.ts";
import { archivePage } from "../versions/archivePage.ts";
import { forgetFetch } from "./pageFetches.ts";
import type { RunRecord } from "./record.ts";
import { deletePassages } from "../pages/deletePassages.ts";

/** Takes a page with its passages out of the source and its index; versions that met it keep what it said. */
export async function dropPage(tx: Tx, agent: { agentId: string }, page: PageRow): Promise<void> {
  const { organizationId, sourceId } = page;
  const numbers = await listNumbers(tx, page);
  await archivePage(tx, agent, page);
  await deleteEdits(tx, page);
  await forgetFetch(tx, page);
  await tx
    .deleteFrom("pages")
    .where("organizationId", "=", organizationId)
    .where("id", "=", page.id)
    .execute();
  await removePassages(tx, { organizationId, sourceId, numbers });
}

/**
 * Deletes a page's passages for good, for versions too, and keeps the page's row, so that later syncs and restores leave
 * it out.
 */
export async function excludePage(tx: Tx, page: PageRow): Promise<void> {
  const { organizationId, sourceId } = page;
  const numbers = await listNumbers(tx, page);
  await deletePassages(tx, page);
  await deleteEdits(tx, page);
  await forgetPage(tx, page);
  await touchPage(tx, page, { excluded: 1, hash: "", passageCount: 0, characters: 0, error: null });
  await removePassages(tx, { organizationId, sourceId, numbers });
}

/** A page of this run's source, by its key. */
export function findPage(db: Store["db"], { key }: RunRecord, pageKey: string): Promise<PageRow | undefined> {
  return db
    .selectFrom("pages")
    .selectAll()
    .where("organizationId", "=", key.organizationId)
    .where("sourceId", "=", key.sourceId)
    .where("key", "=", pageKey)
    .executeTakeFirst();
}

/** A source that was deleted while it was read gets nothing more. */
export async function isSourceThere(tx: Tx, { key }: RunRecord): Promise<boolean> {
  const row = await tx
    .selectFrom("dataSources")
    .select("id")
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.sourceId)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** The numbers of a page's passages, ascending. */
export async function listNumbers(db: Store["db"], page: PageRow): Promise<number[]> {
  const rows = await db
    .selectFrom("passages")
    .select("number")
    .where("organizationId", "=", page.organizationId)
    .where("sourceId", "=", page.sourceId)
    .where("pageId", "=", page.id)
    .orderBy("number")
    .execute();
  return rows.map(({ number }) => number);
}

/** Deletes a page with its passages, of a source that is out of the index already. */
export async function deletePage(tx: Tx, page: PageRow): Promise<void> {
  await deletePassages(tx, page);
  await deleteEdits(tx, page);
  await tx
    .deleteFrom("pages")
    .where("organizationId", "=", page.organizationId)
    .where("id", "=", page.id)
    .execute();
}

async function deleteEdits(tx: Tx, { organizationId, sourceId, id }: PageRow): Promise<void> {
  await tx
    .deleteFrom("passageEdits")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("pageId", "=", id)
    .execute();
}

/** Changes a page's row. */
export async function touchPage(tx: Tx, page: PageRow, change: Partial<PageRow>): Promise<void> {
  await tx
    .updateTable("pages")
    .set(change)
    .where("organizationId", "=", page.organizationId)
    .where("id", "=", page.id)
    .execute();
}
