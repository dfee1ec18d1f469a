import { readPassageTexts, recordChange } from "../changes/recordChange.ts";
import type { PageRow } from "../tables.ts";
import { dropPage } from "./pageRows.ts";
import type { SyncDeps } from "./reading.ts";
import type { RunRecord } from "./record.ts";

/** Removes a page that its source no longer has, and writes down what it said. */
export async function removeGonePage(
  { store, now }: Pick<SyncDeps, "store" | "now">,
  record: RunRecord,
  { page, message }: { page: PageRow; message: string },
): Promise<void> {
  const { organizationId, sourceId, runId } = record.key;
  const said = await readPassageTexts(store.reader, page);
  await store.transaction(async (tx) => {
    const { id: pageId, title, url } = page;
    const change = { organizationId, runId, sourceId, pageId, title, url, at: now() };
    if (page.status === "ready") await recordChange(tx, { ...change, before: said, after: null });
    await dropPage(tx, record.key, page);
    const line = { level: "info" as const, step: "remove" as const, page: page.url ?? page.title, message };
    await record.note(tx, { removed: 1 }, line);
  });
}
