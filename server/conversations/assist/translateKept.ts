import type { TranslatedEvent, WrittenEvent } from "../../../shared/contract/assist.ts";
import type { MessageTranslation } from "../../../shared/contract/conversations.ts";
import { wordsOf } from "../attachments.ts";
import type { ConversationDeps } from "../deps.ts";
import type { Talk } from "../question.ts";
import type { MessageRow } from "../tables.ts";
import { keepTranslation, markOf, readTranslations } from "../translations.ts";
import { planTranslation } from "./translate.ts";
import type { WriterDeps } from "./writer.ts";
import { needWriters, streamWriting } from "./writer.ts";

type Deps = WriterDeps & Pick<ConversationDeps, "store">;

interface Wanted {
  talk: Talk;
  userId: string;
  /** A BCP 47 tag. */
  language: string;
  signal: AbortSignal;
}

/**
 * Gives the translation of a message that is kept, or has it written and keeps it. Who asks while another one has it written
 * has it written too, and it is charged once all the same: the charge is the message's.
 */
export async function translateKept(
  deps: Deps,
  { message, ...wanted }: Wanted & { message: MessageRow },
): Promise<AsyncGenerator<WrittenEvent>> {
  const kept = findKept(message, wanted.language);
  if (kept) return repeat(kept);
  const { talk, userId, language, signal } = wanted;
  const plan = planTranslation({ content: wordsOf(message), language });
  const answerKey = `${message.id}.${language}.${markOf(message)}`;
  return keep(
    deps,
    { ...wanted, message },
    await streamWriting(deps, { talk, userId, ...plan, signal, answerKey }),
  );
}

/**
 * Has the messages of a conversation translated that have no translation yet, one after the other, and gives all of them as
 * they come; the first that fails ends it, and what came before stays. What has no words, or is gone, is passed over.
 */
export async function translateMany(
  deps: Deps,
  { messageIds, ...wanted }: Wanted & { messageIds: readonly string[] },
): Promise<AsyncGenerator<TranslatedEvent>> {
  const messages = await listSpoken(deps, wanted.talk.key, messageIds);
  const isMissing = messages.some((message) => !findKept(message, wanted.language));
  // It is refused before the stream begins.
  if (isMissing) await needWriters(deps, wanted.talk.agent);
  return translateAll(deps, { ...wanted, messages });
}

async function* translateAll(
  deps: Deps,
  { messages, ...wanted }: Wanted & { messages: readonly MessageRow[] },
): AsyncGenerator<TranslatedEvent> {
  const { language } = wanted;
  for (const message of messages) {
    let text = "";
    for await (const event of await translateKept(deps, { ...wanted, message })) {
      if (event.type === "failed") return yield event;
      if (event.type === "delta") text += event.text;
      else {
        const { model, credits } = event;
        yield { type: "translated", messageId: message.id, translation: { language, text, model, credits } };
      }
    }
    if (wanted.signal.aborted) return;
  }
  yield { type: "done" };
}

async function listSpoken(
  { store }: Deps,
  { organizationId, threadId }: Talk["key"],
  messageIds: readonly string[],
): Promise<MessageRow[]> {
  const rows = await store.db
    .selectFrom("messages")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .where("id", "in", messageIds)
    .where("audience", "=", "all")
    .where("kind", "=", "text")
    .where("status", "!=", "streaming")
    .orderBy("position")
    .execute();
  return rows.filter((row) => wordsOf(row).trim() !== "");
}

async function* keep(
  { store }: Deps,
  { message, talk, language }: Wanted & { message: MessageRow },
  events: AsyncGenerator<WrittenEvent>,
): AsyncGenerator<WrittenEvent> {
  let text = "";
  for await (const event of events) {
    if (event.type === "delta") text += event.text;
    if (event.type === "done") {
      const { model, credits } = event;
      const translation = { language, text, model, credits, of: markOf(message) };
      await keepTranslation(store, talk.key, { messageId: message.id, translation });
    }
    yield event;
  }
}

function findKept(message: MessageRow, language: string): MessageTranslation | undefined {
  return readTranslations(message).find((one) => one.language === language);
}

async function* repeat({ text, model, credits }: MessageTranslation): AsyncGenerator<WrittenEvent> {
  yield { type: "delta", text };
  yield { type: "done", model, credits };
}
