import type { ThreadRating } from "../../../shared/contract/conversations/conversations.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { ConversationDeps } from "../deps.ts";
import { lockThread } from "./find.ts";
import type { ThreadWanted } from "./find.ts";
import type { ThreadRow } from "../tables.ts";
import { tell } from "./tell.ts";
import { updateThread } from "../messages/write.ts";

/** Keeps what the visitor thinks of a conversation that has ended; null takes it back, and the latest word counts. */
export async function rateConversation(
  deps: ConversationDeps,
  { wanted, rating }: { wanted: ThreadWanted; rating: Omit<ThreadRating, "at"> | null },
): Promise<ThreadRow> {
  return deps.store.transaction(async (tx) => {
    const thread = await lockThread(tx, wanted);
    if (rating && thread.status !== "resolved") {
      throw new AppError("conflict", { message: "This conversation has not ended yet." });
    }
    const before = thread.rating === null ? null : (JSON.parse(thread.rating) as ThreadRating); // written below
    if (before?.score === rating?.score && before?.remark === rating?.remark) return thread;
    const now = deps.now();
    const stored = rating && JSON.stringify({ ...rating, at: now } satisfies ThreadRating);
    const rated = await updateThread(tx, thread, { changes: { rating: stored }, now });
    await tell(deps, tx, { thread: rated, before: thread, now });
    return rated;
  });
}
