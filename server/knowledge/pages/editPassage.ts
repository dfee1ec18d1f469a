import { AppError } from "../../../shared/errors/errors.ts";
import { writeSavedBy, type SavedBy } from "../../agents/savedBy.ts";
import { newId } from "../../database/ids.ts";
import type { Store, Tx } from "../../database/store.ts";
import { findPage, lockSource, type SourceKey } from "../find.ts";
import type { Passage } from "../passages/splitIntoPassages.ts";
import type { SearchPool } from "../retrieval/searchPool.ts";
import { storePage } from "../sync/storePage.ts";
import type { DataSourceRow, PageRow, PassageEditRow, PassageRow } from "../tables.ts";
import { listEdits, sourceHashOf } from "./edits.ts";
import { selectPassages } from "./listPassages.ts";

export interface Editing {
  store: Store;
  search: SearchPool;
  key: SourceKey;
  pageId: string;
  now: () => number;
}

export interface PassageChange {
  passageId: string;
  /** What is left out stays as it is. */
  text?: string | undefined;
  enabled?: boolean | undefined;
  by: Pick<SavedBy, "userId" | "name">;
}

/**
 * Writes a text in the place of a passage, and of those of the page that say the same, or switches them off or on. What
 * the source says itself, and answers use, is no edit.
 */
export async function editPassage(
  editing: Editing,
  { passageId, text, enabled, by }: PassageChange,
): Promise<void> {
  const { key, now } = editing;
  await changeEdits(editing, async (tx, page, { kind }) => {
    const passage = await selectPassages(tx, page).selectAll().where("id", "=", passageId).executeTakeFirst();
    if (!passage) throw new AppError("not_found");
    if (kind === "qa" && text !== undefined) {
      throw new AppError("conflict", { message: "Change the question and its answer instead." });
    }
    const savedBy = writeSavedBy(by, now());
    const edit = (await listEdits(tx, page)).find(
      ({ id, sourceHash }) => id === passage.editId || sourceHash === passage.hash,
    );
    const sourceText = edit?.sourceText ?? passage.text;
    const change = {
      text: text ?? passage.text,
      isOff: enabled === undefined ? passage.isOff : Number(!enabled),
      savedBy,
    };
    if (change.text === sourceText && change.isOff === 0) return edit ? deleteEdit(tx, edit) : undefined;
    if (edit) return updateEdit(tx, edit, change);
    await tx
      .insertInto("passageEdits")
      .values({
        ...{ organizationId: key.organizationId, id: newId(now()), sourceId: key.sourceId, pageId: page.id },
        ...{ sourceHash: passage.hash, sourceText, ...change, replacedAt: null },
      })
      .execute();
  });
}

/** Takes an edit back: the source's text counts again, and is used. One that was overtaken is only forgotten. */
export async function takeEditBack(editing: Editing, editId: string): Promise<void> {
  await changeEdits(editing, async (tx, page) => {
    const edit = (await listEdits(tx, page, { all: true })).find(({ id }) => id === editId);
    if (!edit) throw new AppError("not_found");
    await deleteEdit(tx, edit);
  });
}

/**
 * Changes the edits of a page and writes it again with them. A kill between the two loses nothing: the next sync puts
 * the edits in.
 */
async function changeEdits(
  editing: Editing,
  change: (tx: Tx, page: PageRow, source: DataSourceRow) => Promise<void>,
): Promise<void> {
  const { store, search, key, pageId, now } = editing;
  const written = await store.transaction(async (tx) => {
    const source = await lockSource(tx, key);
    const page = await findPage(tx, source, pageId);
    if (page.status !== "ready" || page.hash === "") {
      throw new AppError("conflict", { message: "This page is being read. Try again in a moment." });
    }
    const before = await listEdits(tx, page);
    const passages = await selectPassages(tx, page).selectAll().orderBy("number").execute();
    await change(tx, page, source);
    return { page, passages, before };
  });
  const { page } = written;
  const { organizationId, agentId, sourceId } = key;
  const record = { key: { organizationId, agentId, sourceId, runId: "" }, note: async () => {} };
  await storePage(
    { store, search, record: { ...record, noteAlone: async () => {}, set: async () => {} }, now },
    { key: page.key, url: page.url, fileId: page.fileId, from: "edit", document: restoreDocument(written) },
  );
}

interface Written {
  page: PageRow;
  passages: PassageRow[];
  before: PassageEditRow[];
}

/** The page as its source has it. */
function restoreDocument({ page, passages, before }: Written) {
  const edits = new Map(before.map((edit) => [edit.id, edit]));
  let { characters } = page;
  const own = passages.map((row): Passage => {
    const edit = edits.get(row.editId ?? "");
    const { anchor, ...position } = JSON.parse(row.position) as Passage["position"] & { anchor?: string }; // by storePage
    if (edit) characters += edit.sourceText.length - row.text.length;
    return {
      headings: JSON.parse(row.headings) as string[], // by storePage
      ...{ text: edit?.sourceText ?? row.text, position, hash: edit?.sourceHash ?? row.hash },
      ...(anchor !== undefined && { anchor }),
    };
  });
  const { title, language } = page;
  return { title, language, hash: sourceHashOf(page), characters, passages: own };
}

async function updateEdit(
  tx: Tx,
  { organizationId, id }: PassageEditRow,
  change: Pick<PassageEditRow, "text" | "isOff" | "savedBy">,
): Promise<void> {
  await tx
    .updateTable("passageEdits")
    .set(change)
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

async function deleteEdit(tx: Tx, { organizationId, id }: PassageEditRow): Promise<void> {
  await tx
    .deleteFrom("passageEdits")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}
