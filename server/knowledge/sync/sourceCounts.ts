import type { Store } from "../../database/store.ts";

/** Counts a source's pages, passages and characters anew, off the main thread, and writes them beside the source. */
export async function refreshCounts(
  store: Store,
  { organizationId, sourceId }: { organizationId: string; sourceId: string },
): Promise<void> {
  const row = await store.reader
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
  await store.db
    .updateTable("dataSources")
    .set({
      pageCount: Number(row.pageCount ?? 0),
      passageCount: Number(row.passageCount ?? 0),
      characterCount: Number(row.characterCount ?? 0),
      failedCount: Number(row.failedCount ?? 0),
    })
    .where("organizationId", "=", organizationId)
    .where("id", "=", sourceId)
    .execute();
}
