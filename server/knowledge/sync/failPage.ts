import { newId } from "../../database/ids.ts";
import type { Store } from "../../database/store.ts";
import { findPage, isSourceThere, touchPage } from "./pageRows.ts";
import { removeGonePage } from "./removeGonePage.ts";
import type { RunRecord } from "./record.ts";

interface FailTools {
  store: Store;
  record: RunRecord;
  now: () => number;
}

export interface FailedPage {
  key: string;
  url: string | null;
  fileId: string | null;
  title: string;
  reason: string;
  step: "fetch" | "extract";
  isGone?: boolean;
}

/**
 * Writes a failure beside the page; what the last good sync found stays and keeps answering. Where the site says that the
 * page is gone its text goes, and the failure alone is left.
 */
export async function failPage({ store, record, now }: FailTools, page: FailedPage): Promise<void> {
  const { organizationId, sourceId, runId } = record.key;
  const there = await findPage(store.db, record, page.key);
  if (there?.excluded) return;
  const hasText = page.isGone === true && there?.status === "ready";
  if (hasText) {
    await removeGonePage({ store, now }, record, {
      page: there,
      message: `No longer at the source. ${page.reason}`,
    });
  }
  const before = hasText ? undefined : there;
  const at = now();
  await store.transaction(async (tx) => {
    if (!(await isSourceThere(tx, record))) return;
    if (before) await touchPage(tx, before, { seenInRun: runId, error: page.reason, lastFetchedAt: at });
    else {
      const { key, url, fileId, title, reason } = page;
      await tx
        .insertInto("pages")
        .values({
          ...{ organizationId, id: newId(at), sourceId, key, url, fileId, title, language: null },
          ...{ status: "failed", error: reason, hash: "", characters: 0, passageCount: 0, excluded: 0 },
          ...{ enabled: 1, publishedAt: null },
          ...{ seenInRun: runId, lastFetchedAt: at, lastChangedAt: at, sinceVersion: 0 },
        })
        .execute();
    }
    if (before?.seenInRun === runId) return;
    const line = {
      level: "error" as const,
      step: page.step,
      page: page.url ?? page.title,
      message: page.reason,
    };
    await record.note(tx, { failed: 1 }, line);
  });
}
