import { ref } from "valtio";
import { sendReply as sendReplyCall } from "../../shared/contract/threads.ts";
import { toRequestError } from "../../shared/client/requestError.ts";
import { client } from "./client.ts";
import { newClientId } from "./clientId.ts";
import { conversation, endOfShown, paramsOf, takeMessages } from "./conversation.ts";
import type { PendingReply, ThreadPlace } from "./conversation.ts";
import { toldEnough } from "./typing.ts";

/**
 * Sends a reply: it shows at once, and under its own id, so that the server keeps it once however often it is sent. One
 * that fails stays with the reason and can be sent again. Gives whether it is stored.
 */
export async function sendReply(
  place: ThreadPlace,
  { content, attachments }: Pick<PendingReply, "content" | "attachments">,
): Promise<boolean> {
  const clientId = newClientId();
  const seenTo = endOfShown();
  toldEnough();
  const reply = { clientId, content, attachments, seenTo };
  conversation.pending.push({ ...reply, createdAt: Date.now(), error: null });
  return deliver(place, reply);
}

/** Sends a failed reply again, as the same one; where a colleague replied meanwhile, that was told, and it goes out. */
export async function retryReply(place: ThreadPlace, clientId: string): Promise<void> {
  const pending = conversation.pending.find((one) => one.clientId === clientId);
  if (!pending) return;
  if (pending.error?.code === "conflict") delete pending.seenTo;
  pending.error = null;
  await deliver(place, pending);
}

/** Gives a failed reply up and hands its text back. */
export function dropReply(clientId: string): string {
  const pending = conversation.pending.find((one) => one.clientId === clientId);
  conversation.pending = conversation.pending.filter((one) => one !== pending);
  return pending?.content ?? "";
}

async function deliver(
  place: ThreadPlace,
  { clientId, content, attachments, seenTo }: Omit<PendingReply, "createdAt" | "error">,
): Promise<boolean> {
  try {
    const ids = attachments.map(({ id }) => id);
    const body = { data: { clientId, content, attachments: ids, ...(seenTo !== undefined && { seenTo }) } };
    takeMessages([(await client.call(sendReplyCall, { params: paramsOf(place), body })).data]);
    return true;
  } catch (thrown) {
    const pending = conversation.pending.find((one) => one.clientId === clientId);
    if (pending) pending.error = ref(toRequestError(thrown));
    return false;
  }
}
