import type { PagePassage } from "../../../shared/contract/knowledge/pages.ts";
import { readSavedBy } from "../../agents/savedBy.ts";
import type { Db } from "../../database/store.ts";
import type { List, Paging } from "../lists.ts";
import type { PageRow, PassageEditRow, PassageRow } from "../tables.ts";
import { listEdits } from "./edits.ts";

/** The passages of a page in their order; an edited one with what the source says in its place. */
export async function listPagePassages(
  reader: Db,
  page: PageRow,
  { page: number, limit }: Paging,
): Promise<List<PagePassage>> {
  const rows = await selectPassages(reader, page)
    .selectAll()
    .orderBy("number")
    .limit(limit)
    .offset((number - 1) * limit)
    .execute();
  const { total } = await selectPassages(reader, page)
    .select((row) => row.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const edits = new Map((await listEdits(reader, page)).map((edit) => [edit.id, edit]));
  const items = rows.map((row) => presentPassage(row, edits.get(row.editId ?? "")));
  return { items, page: { page: number, limit, total: Number(total) } };
}

function presentPassage(row: PassageRow, edit: PassageEditRow | undefined): PagePassage {
  // Both were written by storePage; the place in the page is of no use here.
  const isEdited = edit !== undefined && row.text !== edit.sourceText;
  const { page, row: line, line: at } = JSON.parse(row.position) as PagePassage["position"];
  return {
    id: row.id,
    headings: JSON.parse(row.headings) as string[],
    text: row.text,
    position: {
      ...(page !== undefined && { page }),
      ...(line !== undefined && { row: line }),
      ...(at !== undefined && { line: at }),
    },
    enabled: row.isOff === 0,
    editId: isEdited ? edit.id : null,
    sourceText: isEdited ? edit.sourceText : null,
    editedBy: edit ? readSavedBy(edit) : null,
  };
}

/** The passages of a page. */
export function selectPassages(
  db: Db,
  { organizationId, sourceId, id }: Pick<PageRow, "organizationId" | "sourceId" | "id">,
) {
  return db
    .selectFrom("passages")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("pageId", "=", id);
}
