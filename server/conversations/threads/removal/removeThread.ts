import { AppError } from "../../../../shared/errors/errors.ts";
import type { Tx } from "../../../database/store.ts";
import { eraseAttachments } from "../../files/attachmentSweep.ts";
import type { ConversationDeps, ThreadKey } from "../../deps.ts";
import { findThread } from "../find.ts";
import { removeThreads } from "../retention/removeThreads.ts";
import { tellGoneTo } from "../tell.ts";
import { forgetCopies, forgetLater } from "./forgetCopies.ts";

/** Deletes a conversation with all that is kept of it, for good; its visitor stays, and begins another one. */
export async function removeThread(deps: ConversationDeps, key: ThreadKey): Promise<void> {
  const { organizationId, threadId } = key;
  await findThread(deps.store.db, key);
  await forgetCopies(deps, { organizationId, ids: new Set([threadId]) });
  await removeOne(deps, key);
}

/** Deletes a conversation, and has its copies forgotten; what else is to be written is written in the same transaction. */
export async function removeOne(
  deps: ConversationDeps,
  { threadId, ...key }: ThreadKey,
  { forgetInMs = 0, also }: { forgetInMs?: number; also?: (tx: Tx) => Promise<void> } = {},
): Promise<void> {
  await eraseAttachments(deps, { organizationId: key.organizationId, threadIds: [threadId] });
  await deps.store.transaction(async (tx) => {
    // A concurrent write to it finishes first, or finds it gone.
    const thread = await tx
      .selectFrom("threads")
      .select("contactId")
      .where("organizationId", "=", key.organizationId)
      .where("agentId", "=", key.agentId)
      .where("id", "=", threadId)
      .forUpdate()
      .executeTakeFirst();
    if (!thread) throw new AppError("not_found");
    const threadIds = [threadId];
    await deps.forgetWords(tx, { ...key, threadIds });
    await deps.forgetAbout(tx, { organizationId: key.organizationId, ids: threadIds });
    await removeThreads(deps, tx, { ...key, threadIds });
    await tellGoneTo(deps, tx, { ...key, ...thread, threadId });
    await forgetLater(deps, tx, { organizationId: key.organizationId, ids: [threadId], inMs: forgetInMs });
    await also?.(tx);
  });
}
