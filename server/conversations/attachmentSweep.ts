import type { Tx } from "../database/store.ts";
import { dayMs } from "./attachments.ts";
import type { ConversationDeps } from "./deps.ts";

const atOnce = 200;

type SweepDeps = Pick<ConversationDeps, "store" | "storage" | "now">;

/** Deletes files that were never sent along with a message. */
export async function removeUnsent(deps: SweepDeps): Promise<void> {
  while ((await removeSome(deps)) === atOnce);
}

async function removeSome({ store, storage, now }: SweepDeps): Promise<number> {
  const old = await store.db
    .selectFrom("attachments")
    .select(["organizationId", "id"])
    .where("messageId", "is", null)
    .where("createdAt", "<", now() - dayMs)
    .limit(atOnce)
    .execute();
  for (const { organizationId, id } of old) {
    await store.transaction(async (tx) => {
      // One that is sent at this moment stays.
      const { numDeletedRows } = await tx
        .deleteFrom("attachments")
        .where("organizationId", "=", organizationId)
        .where("id", "=", id)
        .where("messageId", "is", null)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await storage.removeFiles(tx, organizationId, [id]);
    });
  }
  return old.length;
}

/** Deletes the files of an agent's visitors, or of one of them, with their rows. */
export async function removeAttachments(
  { storage }: Pick<ConversationDeps, "storage">,
  tx: Tx,
  { organizationId, agentId, contactId }: { organizationId: string; agentId: string; contactId?: string },
): Promise<void> {
  let found = tx
    .deleteFrom("attachments")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId);
  if (contactId !== undefined) found = found.where("contactId", "=", contactId);
  const rows = await found.returning("id").execute();
  await storage.removeFiles(
    tx,
    organizationId,
    rows.map(({ id }) => id),
  );
}
