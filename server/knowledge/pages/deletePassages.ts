import type { Tx } from "../../database/store.ts";
import type { PageRow } from "../tables.ts";

/** Deletes a page's passages; the index is told apart. */
export async function deletePassages(tx: Tx, page: PageRow): Promise<void> {
  await tx
    .deleteFrom("passages")
    .where("organizationId", "=", page.organizationId)
    .where("sourceId", "=", page.sourceId)
    .where("pageId", "=", page.id)
    .execute();
}
