import { AppError } from "../../../shared/errors/errors.ts";
import { runWithHalt } from "../threads/haltAnswers.ts";
import type { ConversationDeps } from "../deps.ts";
import type { ThreadWanted } from "../threads/find.ts";
import { findMessage, lockThread } from "../threads/find.ts";
import { endStreaming } from "../threads/handOver.ts";
import { isAgentsTurn, renewRow } from "./renew.ts";
import type { MessageRow } from "../tables.ts";
import { tell } from "../threads/tell.ts";
import { waitWhilePaused } from "../threads/waitForTeam.ts";
import type { Writer } from "./writer.ts";

export interface Retry {
  wanted: ThreadWanted;
  messageId: string;
}

/** Makes a failed or stopped answer ready to be rewritten; null where a person answers now, or is waited for. */
export async function renewAnswer(
  deps: ConversationDeps,
  writer: Writer,
  { wanted, messageId }: Retry,
): Promise<MessageRow | null> {
  return runWithHalt(deps, writer, async (tx, halt) => {
    const thread = await lockThread(tx, wanted);
    const message = await findMessage(tx, thread, messageId);
    const newer = await tx
      .selectFrom("messages")
      .select("id")
      .where("organizationId", "=", thread.organizationId)
      .where("threadId", "=", thread.id)
      .where("position", ">", message.position)
      .where("kind", "=", "text")
      .where("audience", "=", "all")
      .executeTakeFirst();
    const isEnded = message.status === "failed" || message.status === "stopped";
    if (message.role !== "assistant" || !isEnded || newer) {
      throw new AppError("conflict", {
        message: "Only the newest answer can be tried again, and only when it did not end well.",
      });
    }
    const now = deps.now();
    if (!(await isAgentsTurn(tx, thread))) {
      if (thread.handledBy === "human") return null;
      // One before it may still be written.
      await endStreaming(deps, tx, { thread, halted: halt(thread.id), now });
      await waitWhilePaused(deps, tx, { thread, now });
      return null;
    }
    const renewed = await renewRow(deps, tx, { answer: message, owner: writer.owner, now });
    await tell(deps, tx, { thread, messages: [renewed], now });
    return renewed;
  });
}
