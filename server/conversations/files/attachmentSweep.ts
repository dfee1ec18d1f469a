import { expressionBuilder } from "kysely";
import type { Tables, Tx } from "../../database/store.ts";
import { dayMs } from "./attachments.ts";
import type { ConversationDeps } from "../deps.ts";
import type { AttachmentRow } from "../tables.ts";

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

/** Some of an organization's files: an agent's, a visitor's, of conversations, of one message, or kept by a reply. */
export type SomeFiles = { organizationId: string } & Partial<
  Pick<AttachmentRow, "agentId" | "contactId" | "messageId" | "replyId">
> & { ids?: readonly string[]; threadIds?: readonly string[] };

/** Deletes the bytes of files whose rows go next: a kill in between leaves nothing that no row tells of. */
export async function eraseAttachments(
  { store, storage }: Pick<ConversationDeps, "store" | "storage">,
  files: SomeFiles,
): Promise<void> {
  const rows = await store.db.selectFrom("attachments").select("id").where(isOf(files)).execute();
  await storage.eraseFiles(
    files.organizationId,
    rows.map(({ id }) => id),
  );
}

/** Deletes files with their rows. */
export async function removeAttachments(
  { storage }: Pick<ConversationDeps, "storage">,
  tx: Tx,
  files: SomeFiles,
): Promise<void> {
  const rows = await tx.deleteFrom("attachments").where(isOf(files)).returning("id").execute();
  await storage.removeFiles(
    tx,
    files.organizationId,
    rows.map(({ id }) => id),
  );
}

function isOf({ organizationId, ids, threadIds, ...of }: SomeFiles) {
  const row = expressionBuilder<Tables, "attachments">();
  const named = (["agentId", "contactId", "messageId", "replyId"] as const).flatMap((name) =>
    of[name] === undefined ? [] : [row(`attachments.${name}`, "=", of[name])],
  );
  return row.and([
    row("attachments.organizationId", "=", organizationId),
    ...named,
    ...(ids ? [row("attachments.id", "in", ids)] : []),
    ...(threadIds ? [isInThreads({ organizationId, threadIds })] : []),
  ]);
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
