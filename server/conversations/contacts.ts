import { newId } from "../database/ids.ts";
import type { Tx } from "../database/store.ts";
import { removeAttachments } from "./attachmentSweep.ts";
import type { ConversationDeps } from "./deps.ts";

export interface NewContact {
  organizationId: string;
  agentId: string;
  now: number;
}

/** Makes the contact of a visitor who is met for the first time, and gives its id. */
export async function openContact(tx: Tx, { organizationId, agentId, now }: NewContact): Promise<string> {
  const id = newId(now);
  const name = `Visitor ${id.slice(-4)}`;
  await tx
    .insertInto("contacts")
    .values({
      organizationId,
      id,
      agentId,
      name,
      verified: 0,
      externalId: null,
      email: null,
      attributes: "{}",
      createdAt: now,
      lastSeenAt: now,
    })
    .execute();
  return id;
}

/** Deletes everything that an agent's visitors left: contacts, threads, messages, files and receipts. */
export async function removeOfAgent(
  deps: Pick<ConversationDeps, "storage">,
  tx: Tx,
  { organizationId, agentId }: { organizationId: string; agentId: string },
): Promise<void> {
  const threads = tx
    .selectFrom("threads")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId);
  await tx
    .deleteFrom("receipts")
    .where("organizationId", "=", organizationId)
    .where("threadId", "in", threads)
    .execute();
  await removeAttachments(deps, tx, { organizationId, agentId });
  for (const table of ["messages", "threads", "contacts"] as const) {
    await tx
      .deleteFrom(table)
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .execute();
  }
}
