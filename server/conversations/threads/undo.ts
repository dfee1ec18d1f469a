import type { ThreadChange } from "../../../shared/contract/conversations/threads/threads.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { ConversationDeps, ThreadKey } from "../deps.ts";
import { findThread } from "./find.ts";
import { changeThread } from "./handOver.ts";
import { refusePast } from "../inbox/wake.ts";
import { undoableForMs } from "./bulk/changes.ts";
import { findMoved, keepMoved, putBack } from "./bulk/kept.ts";
import type { Member } from "./planChange.ts";
import type { ThreadRow } from "../tables.ts";
import type { Writer } from "../answers/writer.ts";

interface Decided {
  key: ThreadKey;
  member: Member;
}

/** Does what a member decides about a thread; under an `undoId` what that moves is kept for them. */
export async function changeAlone(
  deps: ConversationDeps,
  writer: Writer,
  { key, member, change }: Decided & { change: ThreadChange },
): Promise<ThreadRow> {
  refusePast(change.snoozedUntil, deps.now(), "body.data.snoozedUntil");
  const { undoId } = change;
  const { userId } = member;
  const keeping =
    undoId !== undefined && keepMoved(deps, { change, userId, changeId: nameOf(member, undoId) });
  return (await changeThread(deps, writer, { key, member, ...change, ...keeping })).thread;
}

/** Puts a thread back to what it was before a member's own decision, once, where nobody moved the same since. */
export async function undoAlone(
  deps: ConversationDeps,
  writer: Writer,
  { key, member, undoId }: Decided & { undoId: string },
): Promise<ThreadRow> {
  const { organizationId, agentId, id: threadId } = await findThread(deps.store.db, key);
  const changeId = nameOf(member, undoId);
  const kept = await findMoved(deps.store.db, { organizationId, changeId, threadId });
  if (!kept || kept.createdAt + undoableForMs <= deps.now())
    throw new AppError("conflict", { message: "This can no longer be undone." });
  const back = await putBack(deps, { organizationId, agentId }, kept.moved);
  const { thread } = await changeThread(deps, writer, {
    ...{ key, member, ...back },
    after: async (tx, ...changed) => {
      await back.after(tx, ...changed);
      await tx
        .deleteFrom("movedThreads")
        .where("organizationId", "=", organizationId)
        .where("changeId", "=", changeId)
        .where("threadId", "=", threadId)
        .execute();
    },
  });
  return thread;
}

/** Nobody else's, and no id of a change of many: those have no colon. */
function nameOf({ userId }: Member, undoId: string): string {
  return `${userId}:${undoId}`;
}
