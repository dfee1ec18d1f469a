import { proxy } from "valtio";
import { translateMessage } from "../../../../shared/contract/conversations/messages/assist.ts";
import type { MessageTranslation } from "../../../../shared/contract/conversations/conversations.ts";
import { readingLanguage } from "../../../../shared/domain/readingLanguage.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import { ownLanguage } from "./assist.ts";
import { client } from "../../platform/client.ts";
import { conversation, paramsOf } from "../threads/conversation.ts";
import type { ShownMessage, ThreadPlace } from "../threads/conversation.ts";

/** A message in the reader's own language, while it comes and afterwards. */
export interface Translation {
  status: "streaming" | "done" | "failed";
  /** What the message said when it was translated: one that was rewritten is another. */
  content: string;
  language: string;
  text: string;
  /** The model that did it, and the cost; null until it is complete. */
  by: { model: string; credits: number } | null;
  error: { message: string } | null;
}

/** By the id of the message; only in this tab. */
export const translations = proxy<Record<string, Translation>>({});

const running = new Map<string, AbortController>();

/** The messages whose translation this reader hid, until they ask for it. */
const hidden = new Set<string>();

/** The language into which messages are translated for this reader. */
export function ownReading(): string {
  return readingLanguage(ownLanguage());
}

/** Gives the translation for this reader that is kept with a message, whichever member had it made. */
export function findKept({ translations: kept }: ShownMessage): MessageTranslation | undefined {
  const language = ownReading();
  return kept?.find((one) => one.language === language);
}

/** What was written, and what was said in recordings. */
export function wordsOf({ content, attachments }: ShownMessage): string {
  return [content, ...attachments.map(({ transcript }) => transcript)].filter(Boolean).join("\n\n");
}

/** Whether a message was in a translation's language already. */
export function isSame(message: ShownMessage, { text }: Pick<MessageTranslation, "text">): boolean {
  return text.trim() === wordsOf(message).trim();
}

/** Shows a message in the reader's language, by what is kept or by a model; the message stays as it is. */
export async function translate(place: ThreadPlace, message: ShownMessage): Promise<void> {
  const { id, content } = message;
  hidden.delete(id);
  running.get(id)?.abort();
  const kept = findKept(message);
  if (kept) return showTranslation(message, kept);
  const language = ownReading();
  translations[id] = { status: "streaming", content, language, text: "", by: null, error: null };
  const translation = translations[id];
  const controller = new AbortController();
  running.set(id, controller);
  const { signal } = controller;
  const params = { ...paramsOf(place), messageId: id };
  const body = { data: { language } };
  try {
    for await (const event of client.stream(translateMessage, { params, body, signal })) {
      if (event.type === "delta") translation.text += event.text;
      else if (event.type === "failed") fail(translation, event.error.message);
      else {
        const { model, credits } = event;
        Object.assign(translation, { status: "done", by: { model, credits } });
        keepWithMessage(message, { language, text: translation.text, model, credits });
      }
    }
    if (!signal.aborted && translation.status === "streaming")
      fail(translation, "It was cut off. Please try again.");
  } catch (thrown) {
    if (!signal.aborted) fail(translation, toRequestError(thrown).message);
  } finally {
    if (running.get(id) === controller) running.delete(id);
  }
}

/** Shows a translation below its message, unless its reader has hidden it. */
export function showTranslation(
  { id, content }: ShownMessage,
  { language, text, model, credits }: MessageTranslation,
): void {
  if (hidden.has(id)) return;
  translations[id] = { status: "done", content, language, text, by: { model, credits }, error: null };
}

/**
 * Keeps a translation with the message that shows, as the server has it there: gives whether the message still says what was
 * translated. One that was heard of already stays.
 */
export function keepWithMessage(
  { id, content }: Pick<ShownMessage, "id" | "content">,
  translation: MessageTranslation,
): boolean {
  const message = conversation.messages.find((one) => one.id === id);
  if (message?.content !== content) return false;
  if (!findKept(message)) message.translations = [...(message.translations ?? []), translation];
  return true;
}

/** Leaves the message alone until its reader asks for its translation again, and ends the work on it. */
export function hideTranslation(id: string): void {
  hidden.add(id);
  running.get(id)?.abort();
  delete translations[id];
}

/** Lets what was hidden be shown again. */
export function forgetHidden(): void {
  hidden.clear();
}

/** Shows no translation, and knows of none that was hidden. */
export function forgetTranslations(): void {
  Object.keys(translations).forEach(hideTranslation);
  forgetHidden();
}

function fail(translation: Translation, message: string): void {
  Object.assign(translation, { status: "failed", error: { message } });
}
