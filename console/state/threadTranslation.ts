import { proxy } from "valtio";
import { maxTranslated, translateThread } from "../../shared/contract/assist.ts";
import type { MessageTranslation } from "../../shared/contract/conversations.ts";
import { toRequestError } from "../../shared/client/requestError.ts";
import { ownLanguage } from "./assist.ts";
import { client } from "./client.ts";
import { conversation, paramsOf } from "./conversation.ts";
import type { ShownMessage, ThreadPlace } from "./conversation.ts";
import { forgetTranslation, keepWithMessage, translations } from "./translations.ts";

interface ThreadTranslation {
  /** Of which conversation all is shown in the reader's language; null of none. */
  threadId: string | null;
  isBusy: boolean;
  /** Why not everything was translated. */
  error: string | null;
}

/** Whether the open conversation is shown in the reader's language, under the originals; in this tab alone. */
export const threadTranslation = proxy<ThreadTranslation>({ threadId: null, isBusy: false, error: null });

let running: AbortController | null = null;

/** Gives the messages that a model would still have to translate for the reader: what is shown has cost something already. */
export function listUntranslated(messages: readonly ShownMessage[]): ShownMessage[] {
  return messages.filter((message) => isSaid(message) && !findKept(message)).slice(0, maxTranslated);
}

/** Shows all that shows of a conversation in the reader's language, and has what is missing translated. */
export async function showTranslated(place: ThreadPlace): Promise<void> {
  const { threadId } = place;
  Object.assign(threadTranslation, { threadId, isBusy: true, error: null });
  running?.abort();
  const { signal } = (running = new AbortController());
  showKept(conversation.messages);
  const messageIds = listUntranslated(conversation.messages).map(({ id }) => id);
  try {
    if (messageIds.length > 0) await translateMissing(place, messageIds, signal);
  } catch (thrown) {
    if (!signal.aborted) threadTranslation.error = toRequestError(thrown).message;
  } finally {
    if (!signal.aborted) threadTranslation.isBusy = false;
  }
}

/** Shows what was kept of messages that came since. */
export function showKept(messages: readonly ShownMessage[]): void {
  for (const message of messages) {
    const kept = isSaid(message) && findKept(message);
    if (kept) showOne(message, kept);
  }
}

/** Shows the originals alone, and ends the work on what is missing. */
export function showOriginals(): void {
  running?.abort();
  Object.assign(threadTranslation, { threadId: null, isBusy: false, error: null });
  Object.keys(translations).forEach(forgetTranslation);
}

async function translateMissing(
  place: ThreadPlace,
  messageIds: string[],
  signal: AbortSignal,
): Promise<void> {
  const body = { data: { language: ownLanguage(), messageIds } };
  let hasEnded = false;
  for await (const event of client.stream(translateThread, { params: paramsOf(place), body, signal })) {
    if (event.type === "translated") take(event.messageId, event.translation);
    else hasEnded = true;
    if (event.type === "failed") threadTranslation.error = event.error.message;
  }
  if (!hasEnded && !signal.aborted) threadTranslation.error = "It was cut off. Please try again.";
}

function take(messageId: string, translation: MessageTranslation): void {
  const message = conversation.messages.find(({ id }) => id === messageId);
  if (!message) return;
  keepWithMessage(messageId, translation);
  showOne(message, translation);
}

/** What stood in the reader's language already is not said twice. */
function showOne(
  { id, content }: ShownMessage,
  { language, text, model, credits }: MessageTranslation,
): void {
  if (text.trim() === content.trim()) return;
  translations[id] = { status: "done", content, language, text, by: { model, credits }, error: null };
}

function isSaid({ kind, audience, status, content, attachments }: ShownMessage): boolean {
  const isSpoken = content.trim() !== "" || attachments.some(({ transcript }) => transcript);
  return kind === "text" && !audience && status !== "streaming" && isSpoken;
}

function findKept({ translations: kept }: ShownMessage): MessageTranslation | undefined {
  const language = ownLanguage();
  return kept?.find((one) => one.language === language);
}
