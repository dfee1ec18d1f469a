import type { Db, Store } from "../../database/store.ts";
import type { DataSourceRow } from "../tables.ts";

interface Counted {
  organizationId: string;
  sourceId: string;
}

export type SourceCounts = Pick<
  DataSourceRow,
  "pageCount" | "passageCount" | "characterCount" | "failedCount"
>;

/** Counts a source's pages, passages and characters again, off the main thread, and writes them beside the source. */
export async function refreshCounts(store: Store, key: Counted): Promise<void> {
  await store.db
    .updateTable("dataSources")
    .set(await countPages(store.reader, key))
    .where("organizationId", "=", key.organizationId)
    .where("id", "=", key.sourceId)
    .execute();
}

/** What a source has: pages that answers can cite, and pages that could not be read. */
export async function countPages(db: Db, { organizationId, sourceId }: Counted): Promise<SourceCounts> {
  const row = await db
    .selectFrom("pages")
    .select((page) => [
      page.fn.sum<number>(page.case().when("status", "=", "ready").then(1).else(0).end()).as("pageCount"),
      page.fn.sum<number>("passageCount").as("passageCount"),
      page.fn.sum<number>("characters").as("characterCount"),
      page.fn.sum<number>(page.case().when("error", "is not", null).then(1).else(0).end()).as("failedCount"),
    ])
    .where("organizationId", "=", organizationId)
    .where("sourceId", "=", sourceId)
    .where("excluded", "=", 0)
    .executeTakeFirstOrThrow();
  return {
    pageCount: Number(row.pageCount ?? 0),
    passageCount: Number(row.passageCount ?? 0),
    characterCount: Number(row.characterCount ?? 0),
    failedCount: Number(row.failedCount ?? 0),
  };
}
