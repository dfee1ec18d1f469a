import { AppError } from "../../../shared/errors/errors.ts";
import type { PastSummary } from "../../answering/history.ts";
import type { Store } from "../../database/store.ts";
import type { ThreadKey } from "../deps.ts";
import { lockThread } from "./find.ts";
import { isRemovedSince } from "./removal/removedSince.ts";
import { updateThread } from "../messages/write.ts";

/** Gives what a thread keeps of its older part. */
export function readPastSummary(summary: string | null): PastSummary | null {
  return summary === null ? null : (JSON.parse(summary) as PastSummary); // written by keepSummary
}

/**
 * Keeps what a thread's older part said, for all answers that follow; one that reaches less far changes nothing, and neither
 * does one of words that were deleted since they were read.
 */
export function keepSummary(
  store: Store,
  { reached, ...key }: ThreadKey & { reached: number },
  summary: PastSummary,
): Promise<void> {
  return store.transaction(async (tx) => {
    const thread = await lockThread(tx, key).catch(noneIfGone);
    if (!thread) return;
    if ((readPastSummary(thread.summary)?.to ?? 0) >= summary.to) return;
    if (await isRemovedSince(tx, key, reached)) return;
    const changes = { summary: JSON.stringify(summary) };
    await updateThread(tx, thread, { changes, now: thread.lastActivityAt });
  });
}

/** A conversation may be deleted while its older part is read. */
function noneIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === "not_found") return null;
  throw error;
}
