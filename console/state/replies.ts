import { ref } from "valtio";
import { sendReply as sendReplyCall } from "../../shared/contract/threads.ts";
import { toRequestError } from "../../shared/client/requestError.ts";
import { client } from "./client.ts";
import { newClientId } from "./clientId.ts";
import { conversation, paramsOf, takeMessages } from "./conversation.ts";
import type { ThreadPlace } from "./conversation.ts";
import { toldEnough } from "./typing.ts";

/**
 * Sends a reply: it shows at once, and under its own id, so that the server keeps it once however often it is sent. One
 * that fails stays with the reason and can be sent again.
 */
export async function sendReply(place: ThreadPlace, content: string): Promise<void> {
  const clientId = newClientId();
  toldEnough();
  conversation.pending.push({ clientId, content, createdAt: Date.now(), error: null });
  await deliver(place, { clientId, content });
}

/** Sends a failed reply again, as the same one. */
export async function retryReply(place: ThreadPlace, clientId: string): Promise<void> {
  const pending = conversation.pending.find((one) => one.clientId === clientId);
  if (!pending) return;
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
  { clientId, content }: { clientId: string; content: string },
): Promise<void> {
  try {
    const body = { data: { clientId, content } };
    takeMessages([(await client.call(sendReplyCall, { params: paramsOf(place), body })).data]);
  } catch (thrown) {
    const pending = conversation.pending.find((one) => one.clientId === clientId);
    if (pending) pending.error = ref(toRequestError(thrown));
  }
}
