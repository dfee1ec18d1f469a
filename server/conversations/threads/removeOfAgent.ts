import type { Tx } from "../../database/store.ts";
import { removeAttachments } from "../files/attachmentSweep.ts";
import type { ConversationDeps } from "../deps.ts";
import { forgetFigures } from "../figures/count.ts";
import { unindexMessages } from "../messages/search/messageIndex.ts";
import { tellAgentGone } from "./tell.ts";

/** Deletes everything that an agent's visitors left: contacts, threads, messages, files and receipts. */
export async function removeOfAgent(
  deps: Pick<ConversationDeps, "storage" | "events" | "now">,
  tx: Tx,
  { organizationId, agentId }: { organizationId: string; agentId: string },
): Promise<void> {
  const threads = tx
    .selectFrom("threads")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId);
  for (const table of ["receipts", "citedPassages", "threadLabels", "mentions"] as const) {
    await tx
      .deleteFrom(table)
      .where("organizationId", "=", organizationId)
      .where("threadId", "in", threads)
      .execute();
  }
  await unindexMessages(tx, { organizationId, agentId });
  await removeAttachments(deps, tx, { organizationId, agentId });
  for (const table of [
    "messages",
    "threads",
    "labels",
    "threadFields",
    "threadViews",
    "startViews",
    "threadChanges",
    "movedThreads",
    "chosenExports",
    "mutedThreads",
    "cannedReplies",
    "scheduledReplies",
    "contactNotes",
    "contactConsents",
    "contactAliases",
    "contactIdentities",
    "contactMerges",
    "contacts",
  ] as const) {
    await tx
      .deleteFrom(table)
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .execute();
  }
  await forgetFigures(tx, { organizationId, agentId });
  await tellAgentGone(deps, tx, { organizationId, agentId });
}
