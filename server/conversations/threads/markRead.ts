import type { ConversationDeps } from "../deps.ts";
import { lockThread } from "./find.ts";
import type { ThreadWanted } from "./find.ts";
import { tell } from "./tell.ts";
import { updateThread } from "../messages/write.ts";

/** Keeps how far the visitor has read, which only grows and ends at the newest message. */
export async function markRead(
  deps: ConversationDeps,
  { wanted, readTo }: { wanted: ThreadWanted; readTo: number },
): Promise<void> {
  await deps.store.transaction(async (tx) => {
    const thread = await lockThread(tx, wanted);
    const visitorReadTo = Math.min(readTo, thread.nextPosition);
    if (visitorReadTo <= thread.visitorReadTo) return;
    const now = deps.now();
    const updated = await updateThread(tx, thread, { changes: { visitorReadTo }, now });
    await tell(deps, tx, { thread: updated, before: thread, now });
  });
}
