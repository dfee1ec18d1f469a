import type { Thread } from "../../shared/contract/conversations/conversations.ts";
import { eventsOfIds } from "../../shared/domain/webhooks.ts";
import { nameAttachments } from "../conversations/files/attachments.ts";
import { titleOf } from "../conversations/threads/openThread.ts";
import { describeThread } from "../conversations/threads/describeThreads.ts";
import type { MessageRow, ThreadRow } from "../conversations/tables.ts";
import { lastMessageOf } from "../conversations/messages/write.ts";
import type { Tx } from "../database/store.ts";
import { removeDeliveries } from "./history.ts";
import type { WebhookDeliveryRow } from "./tables.ts";

/**
 * Takes what a message said out of what webhooks keep of its conversation: what tells of it goes, and what shows its
 * words is rebuilt with the title and the last message of now. All else stays as it is, with what became of it.
 */
export async function forgetMessage(
  tx: Tx,
  { thread, message }: { thread: ThreadRow; message: MessageRow },
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
  const kept = rows.map((row) => ({ ...row, body: JSON.parse(row.payload) as Body })); // written by describe.ts
  const gone = kept.filter(({ body }) => body.data.message?.id === message.id);
  await removeDeliveries(
    tx,
    organizationId,
    gone.map(({ id }) => id),
  );
  // A conversation shows none of the team's notes.
  if (message.audience === "team") return;
  const now = await describeThread(tx, thread);
  const said = await readSaid(tx, thread);
  for (const { id, body } of kept) {
    const { thread: shown } = body.data;
    if (!shown) continue;
    const title = said.titles.has(shown.title) ? shown.title : now.title;
    const isLastSaid = shown.lastMessage === null || said.texts.has(shown.lastMessage.text);
    if (title === shown.title && isLastSaid) continue;
    const lastMessage = isLastSaid ? shown.lastMessage : now.lastMessage;
    const data = { ...body.data, thread: { ...shown, title, lastMessage } };
    await putAnew(tx, { organizationId, id, payload: JSON.stringify({ ...body, data }) });
  }
}

interface Body {
  data: { thread?: Thread; message?: { id: string } };
}

/** As what a conversation shows each of its messages: none of them repeats what else it has shown. */
async function readSaid(
  tx: Tx,
  { organizationId, id, title }: ThreadRow,
): Promise<{ titles: Set<string>; texts: Set<string> }> {
  const rows = await tx
    .selectFrom("messages")
    .select(["role", "kind", "audience", "content", "attachments"])
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", id)
    .where("kind", "=", "text")
    .where("audience", "=", "all")
    .execute();
  return {
    titles: new Set([title, ...rows.map((row) => titleOf(row.content || nameAttachments(row)))]),
    texts: new Set(rows.flatMap((row) => lastMessageOf([row], 0).lastMessageText ?? [])),
  };
}

/** Of what was sent before, nothing is kept: an answer may repeat it. A concurrent sender no longer has it. */
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
