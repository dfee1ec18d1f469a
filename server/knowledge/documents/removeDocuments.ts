import type { Tx } from "../../database/store.ts";
import { removePassages } from "../retrieval/indexPassages.ts";
import { deletePage, listNumbers } from "../sync/pageRows.ts";
import type { DataSourceRow, PageRow } from "../tables.ts";
import { forgetPage } from "../versions/forget.ts";
import type {} from "./tables.ts";

interface Removal {
  source: Pick<DataSourceRow, "organizationId" | "id">;
  by: "id" | "externalId";
  names: readonly string[];
}

/** Deletes documents of a source that is locked, with their pages, for versions too. Gives the external ids that were there. */
export async function dropDocuments(tx: Tx, { source, by, names }: Removal): Promise<string[]> {
  const { organizationId, id: sourceId } = source;
  const removed = await tx
    .deleteFrom("sourceDocuments")
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where(by, "in", [...names])
    .returning("externalId")
    .execute();
  const keys = removed.map(({ externalId }) => externalId);
  if (keys.length === 0) return [];
  const pages = await tx
    .selectFrom("pages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("key", "in", keys)
    .execute();
  for (const page of pages) await dropPageForGood(tx, page);
  for (const key of keys) await forgetPage(tx, { organizationId, sourceId, key });
  return keys;
}

/** Deletes a page with its passages; no version keeps what it said. */
export async function dropPageForGood(tx: Tx, page: PageRow): Promise<void> {
  const { organizationId, sourceId } = page;
  const numbers = await listNumbers(tx, page);
  await deletePage(tx, page);
  await forgetPage(tx, page);
  await removePassages(tx, { organizationId, sourceId, numbers });
}
