import { listCitations } from "../../../shared/domain/citations.ts";
import type { Citation } from "../../../shared/contract/conversations/conversations.ts";
import type { ConversationDeps } from "../deps.ts";
import { changedAt } from "../messages/changedAt.ts";
import { indexMessages } from "../messages/search/messageIndex.ts";
import { lastMessageOf, updateThread } from "../messages/write.ts";
import type { MessageRow } from "../tables.ts";
import { findMessage, lockThread } from "../threads/find.ts";
import type { ThreadWanted } from "../threads/find.ts";
import { tell } from "../threads/tell.ts";
import { stopMessage } from "./stop.ts";
import type { Writer } from "./writer.ts";

export interface Cut {
  wanted: ThreadWanted;
  messageId: string;
  /** How much of its text was heard. */
  length: number;
}

/**
 * Stops an answer that is spoken and takes away what nobody heard of it, with the sources of that: the visitor and the
 * model continue from the same words.
 */
export async function cutAnswer(
  deps: ConversationDeps,
  writer: Writer,
  { wanted, messageId, length }: Cut,
): Promise<void> {
  const stopped = await stopMessage(deps, writer, { wanted, messageId });
  if (stopped.content.length <= length) return;
  await deps.store.transaction(async (tx) => {
    const thread = await lockThread(tx, wanted);
    const row = await findMessage(tx, thread, messageId);
    if (row.kind !== "text" || row.content.length <= length) return;
    const now = deps.now();
    const content = closeBold(row.content.slice(0, length).toWellFormed().trimEnd());
    const named = new Set(listCitations(content));
    const cited = (JSON.parse(row.citations) as Citation[]).filter(({ number }) => named.has(number)); // written by endAnswer
    const cut: MessageRow = {
      ...row,
      ...{
        content,
        citations: JSON.stringify(cited),
        followUps: "[]",
        status: "stopped",
        translations: null,
      },
      updatedAt: changedAt(row, now),
    };
    const { citations, followUps, status, translations, updatedAt } = cut;
    await tx
      .updateTable("messages")
      .set({ content, citations, followUps, status, translations, updatedAt })
      .where("organizationId", "=", row.organizationId)
      .where("id", "=", messageId)
      .execute();
    await indexMessages(tx, [cut]);
    const isLast = row.position === thread.nextPosition - 1;
    const updated = await updateThread(tx, thread, { changes: isLast ? lastMessageOf([cut], now) : {}, now });
    await tell(deps, tx, { thread: updated, before: thread, messages: [cut], now });
  });
}

/** Ends bold words that were cut in two, so that nobody reads half of a pair of marks. */
function closeBold(text: string): string {
  const last = text.split(/\n\s*\n/).at(-1) ?? "";
  const marks = last.match(/\*\*(?=\S)|(?<=\S)\*\*/g)?.length ?? 0;
  if (marks % 2 === 0) return text;
  return text.endsWith("**") ? text.slice(0, -2).trimEnd() : `${text}**`;
}
