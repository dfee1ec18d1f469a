import type { Thread } from "../../shared/contract/conversations.ts";
import { eventsOfIds } from "../../shared/domain/webhooks.ts";
import type { Tx } from "../database/store.ts";
import { describeThread } from "../conversations/people.ts";
import type { ThreadRow } from "../conversations/tables.ts";
import { removeDeliveries } from "./history.ts";
import type { WebhookDeliveryRow } from "./tables.ts";

/**
 * Takes what a message said out of what webhooks keep of its conversation: what tells of it goes, and what shows the
 * conversation is made anew with its title and last message of now. What tells of other messages stays as it is.
 */
export async function forgetMessage(
  tx: Tx,
  { thread, messageId }: { thread: ThreadRow; messageId: string },
): Promise<void> {
  const { organizationId } = thread;
  const rows = await tx
    .selectFrom("webhookDeliveries")
    .select(["id", "payload"])
    .where("organizationId", "=", organizationId)
    .where("about", "=", thread.id)
    .where("type", "not in", eventsOfIds)
    .execute();
  if (rows.length === 0) return;
  const { title, lastMessage } = await describeThread(tx, thread);
  const gone: string[] = [];
  for (const row of rows) {
    const body = JSON.parse(row.payload) as Body; // written by describe.ts
    if (body.data.message?.id === messageId) gone.push(row.id);
    if (!body.data.thread) continue;
    const data = { ...body.data, thread: { ...body.data.thread, title, lastMessage } };
    const payload = JSON.stringify({ ...body, data });
    if (payload !== row.payload) await putAnew(tx, { organizationId, id: row.id, payload });
  }
  await removeDeliveries(tx, organizationId, gone);
}

interface Body {
  data: { thread?: Thread; message?: { id: string } };
}

/** Of what was sent before, nothing is kept: an answer may repeat it. Who sends it at this moment has it no more. */
async function putAnew(
  tx: Tx,
  { organizationId, id, payload }: Pick<WebhookDeliveryRow, "organizationId" | "id" | "payload">,
): Promise<void> {
  await tx
    .deleteFrom("webhookAttempts")
    .where("organizationId", "=", organizationId)
    .where("deliveryId", "=", id)
    .execute();
  await tx
    .updateTable("webhookDeliveries")
    .set({ payload, owner: null, leaseUntil: null })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}
