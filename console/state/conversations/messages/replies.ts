import { newClientId } from "./clientId.ts";
import { endOfShown } from "../threads/conversation.ts";
import type { ThreadPlace } from "../threads/conversation.ts";
import { giveBack } from "./drafts.ts";
import { changeReply, changeUnsent, readUnsent } from "./outbox.ts";
import type { UnsentReply } from "./outbox.ts";
import { toldEnough } from "../visitors/typing.ts";
import { waiting, settleTry } from "./firstTries.ts";

type NewReply = Pick<UnsentReply, "content" | "attachments"> & { resolves?: boolean };

/**
 * Sends a reply: it shows immediately, and under its own id, so that the server keeps it once however often it is sent.
 * What is not acknowledged is kept over a reload and sent again by itself, in order within its conversation. Gives
 * whether the first try stored it: its waiter resolves the conversation; where a later one does, it is resolved with
 * that.
 */
export function sendReply(
  { orgId, agentId, threadId }: ThreadPlace,
  { content, attachments, resolves = false }: NewReply,
): Promise<boolean> {
  const clientId = newClientId();
  toldEnough();
  changeUnsent((before) => [
    ...before,
    {
      ...{ orgId, agentId, threadId, clientId, content, attachments },
      ...(resolves && { resolvesFrom: endOfShown() }),
      ...{ seenTo: endOfShown(), askedAt: Date.now(), error: null },
    },
  ]);
  return new Promise((resolve) => {
    waiting.set(clientId, resolve);
    begin();
  });
}

/** Sends a failed reply again, as the same one; where a colleague replied meanwhile, that was told, and it goes out. */
export function retryReply(clientId: string): void {
  changeReply(clientId, ({ seenTo, ...reply }) => ({
    ...reply,
    ...(seenTo !== undefined && reply.error?.code !== "conflict" && { seenTo }),
    ...{ askedAt: Date.now(), error: null },
  }));
  begin();
}

/** Gives a reply up, unless it is being sent. */
export function dropReply(clientId: string): void {
  changeUnsent((before) => before.filter((one) => one.clientId !== clientId || one.isSending));
  settleTry(clientId, false);
}

/** Takes a reply that was not sent back into its field. */
export function editReply(clientId: string): void {
  const reply = readUnsent().find((one) => one.clientId === clientId);
  if (!reply || reply.isSending) return;
  giveBack(reply);
  dropReply(clientId);
}

/** It is there with every page of the console; where it did not come yet, the reply is kept, and goes out when it does. */
function begin(): void {
  import("./sendReplies.ts").then(({ sendUnsent }) => sendUnsent()).catch(() => {});
}
