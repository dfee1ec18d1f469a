import type {
  TranslatedEvent,
  WrittenEvent,
} from "../../../../shared/contract/conversations/messages/assist.ts";
import type { MessageTranslation } from "../../../../shared/contract/conversations/conversations.ts";
import { hasWords } from "../../../../shared/domain/hasWords.ts";
import { readingLanguage } from "../../../../shared/domain/readingLanguage.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import { wordsOf } from "../../files/attachments.ts";
import type { ConversationDeps } from "../../deps.ts";
import type { MessageRow } from "../../tables.ts";
import { findTranslation, keepTranslation } from "../translations.ts";
import { planTranslation } from "./translate.ts";
import type { Kept, WriterDeps, Written } from "./writer.ts";
import { needWriters, streamWriting } from "./writer.ts";
import type { Talk } from "../../answers/talk.ts";

type Deps = WriterDeps & Pick<ConversationDeps, "store" | "events" | "now">;

interface Wanted {
  talk: Talk;
  userId: string;
  /** A BCP 47 tag. */
  language: string;
  signal: AbortSignal;
}

/**
 * Gives the translation of a message that is kept, or has it written and keeps it. Simultaneous requests each have it
 * written; the first that is whole is kept and charged, and the others are paid back.
 */
export async function translateKept(
  deps: Deps,
  { message, ...wanted }: Wanted & { message: MessageRow },
): Promise<AsyncGenerator<WrittenEvent>> {
  const { talk, userId, signal } = wanted;
  if (message.kind !== "text" || message.status === "streaming")
    throw new AppError("conflict", { message: "Only finished messages are translated." });
  const language = readingLanguage(wanted.language);
  const found = findTranslation(message, language);
  if (found) return repeat(found);
  const plan = planTranslation({ content: wordsOf(message), language });
  const keep = (written: Written) => keepWritten(deps, { key: talk.key, message, language }, written);
  return streamWriting(deps, { talk, userId, ...plan, signal, keep });
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
  const language = readingLanguage(wanted.language);
  const isMissing = messages.some((message) => !findTranslation(message, language));
  // It is refused before the stream begins.
  if (isMissing) await needWriters(deps, wanted.talk.agent);
  return translateAll(deps, { ...wanted, language, messages });
}

async function* translateAll(
  deps: Deps,
  { messages, ...wanted }: Wanted & { messages: readonly MessageRow[] },
): AsyncGenerator<TranslatedEvent> {
  const { language } = wanted;
  for (const message of messages) {
    let text = "";
    for await (const event of await translateKept(deps, { ...wanted, message })) {
      if (event.type === "delta") text += event.text;
      else if (event.type === "failed") {
        if (event.error.code !== changedMeanwhile.code) return yield event;
      } else {
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
  return rows.filter((row) => hasWords(wordsOf(row)));
}

const changedMeanwhile = {
  code: "message_changed",
  message: "The message was changed in the meantime. Please try again.",
};

interface Place {
  key: Talk["key"];
  message: MessageRow;
  language: string;
}

/** What repeats the message's own words is kept too, so that nobody asks for it again, and costs nothing. */
async function keepWritten(deps: Deps, { key, message, language }: Place, written: Written): Promise<Kept> {
  const isSame = written.text.trim() === wordsOf(message).trim();
  const own = { language, ...written, credits: isSame ? 0 : written.credits };
  const kept = await keepTranslation(deps, key, { message, translation: own });
  if (!kept) return { end: { type: "failed", error: changedMeanwhile }, isCharged: false };
  const { model, credits } = kept;
  return { end: { type: "done", model, credits }, isCharged: kept === own && !isSame };
}

async function* repeat({ text, model, credits }: MessageTranslation): AsyncGenerator<WrittenEvent> {
  yield { type: "delta", text };
  yield { type: "done", model, credits };
}
