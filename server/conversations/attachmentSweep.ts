import { expressionBuilder } from "kysely";
import type { Tables, Tx } from "../database/store.ts";
import { dayMs } from "./attachments.ts";
import type { ConversationDeps } from "./deps.ts";
import type { AttachmentRow } from "./tables.ts";

const atOnce = 200;

type SweepDeps = Pick<ConversationDeps, "store" | "storage" | "now">;

/** Deletes files that were never sent along with a message, and that no reply keeps. */
export async function removeUnsent(deps: SweepDeps): Promise<void> {
  while ((await removeSome(deps)) === atOnce);
}

async function removeSome({ store, storage, now }: SweepDeps): Promise<number> {
  const old = await store.db
    .selectFrom("attachments")
    .select(["organizationId", "id"])
    .where("messageId", "is", null)
    .where("replyId", "is", null)
    .where("createdAt", "<", now() - dayMs)
    .limit(atOnce)
    .execute();
  for (const { organizationId, id } of old) {
    await store.transaction(async (tx) => {
      // One that is sent or kept at this moment stays.
      const { numDeletedRows } = await tx
        .deleteFrom("attachments")
        .where("organizationId", "=", organizationId)
        .where("id", "=", id)
        .where("messageId", "is", null)
        .where("replyId", "is", null)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await storage.removeFiles(tx, organizationId, [id]);
    });
  }
  return old.length;
}

/** Some of an organisation's files: an agent's, those in a visitor's conversations, of one message, or kept by a reply. */
export type SomeFiles = { organizationId: string } & Partial<
  Pick<AttachmentRow, "agentId" | "contactId" | "messageId" | "replyId">
> & { ids?: readonly string[] };

/** Deletes files with their rows. */
export async function removeAttachments(
  { storage }: Pick<ConversationDeps, "storage">,
  tx: Tx,
  { organizationId, ids, ...of }: SomeFiles,
): Promise<void> {
  let found = tx.deleteFrom("attachments").where("organizationId", "=", organizationId);
  for (const name of ["agentId", "contactId", "messageId", "replyId"] as const) {
    if (of[name] !== undefined) found = found.where(name, "=", of[name]);
  }
  if (ids) found = found.where("id", "in", ids);
  const rows = await found.returning("id").execute();
  await storage.removeFiles(
    tx,
    organizationId,
    rows.map(({ id }) => id),
  );
}

/** The files of conversations: those that were sent, and those of replies that wait for their time. */
export function isInThreads({
  organizationId,
  threadIds,
}: {
  organizationId: string;
  threadIds: readonly string[];
}) {
  const row = expressionBuilder<Tables, "attachments">();
  const idsIn = (table: "messages" | "scheduledReplies") =>
    row
      .selectFrom(table)
      .select("id")
      .where("organizationId", "=", organizationId)
      .where("threadId", "in", threadIds);
  return row.and([
    row("attachments.organizationId", "=", organizationId),
    row.or([
      row("attachments.messageId", "in", idsIn("messages")),
      row("attachments.replyId", "in", idsIn("scheduledReplies")),
    ]),
  ]);
}
