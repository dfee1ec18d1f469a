import { proxy } from "valtio";
import { maxTranslated, translateThread } from "../../../../shared/contract/conversations/messages/assist.ts";
import type { MessageTranslation } from "../../../../shared/contract/conversations/conversations.ts";
import { hasWords } from "../../../../shared/domain/hasWords.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import { client } from "../../platform/client.ts";
import { conversation, paramsOf } from "../threads/conversation.ts";
import type { ShownMessage, ThreadPlace } from "../threads/conversation.ts";
import {
  findKept,
  forgetHidden,
  forgetTranslations,
  isSame,
  keepWithMessage,
  ownReading,
  showTranslation,
  wordsOf,
} from "./translations.ts";

interface ThreadTranslation {
  /** Of which conversation all is shown in the reader's language; null of none. */
  threadId: string | null;
  isBusy: boolean;
  /** Why not everything was translated. */
  error: string | null;
}

/** Whether the open conversation is shown in the reader's language, under the originals; only in this tab. */
export const threadTranslation = proxy<ThreadTranslation>({ threadId: null, isBusy: false, error: null });

let running: AbortController | null = null;

/** Gives the messages that a model would still have to translate for the reader: what is shown has cost something already. */
export function listUntranslated(messages: readonly ShownMessage[]): ShownMessage[] {
  return messages.filter((message) => isSaid(message) && !findKept(message)).slice(0, maxTranslated);
}

/** Shows all that shows of a conversation in the reader's language, and has what is missing translated. */
export async function showTranslated(place: ThreadPlace): Promise<void> {
  const { threadId } = place;
  // Translating all of it includes what was hidden before.
  if (threadTranslation.threadId !== threadId) forgetHidden();
  Object.assign(threadTranslation, { threadId, isBusy: true, error: null });
  running?.abort();
  const { signal } = (running = new AbortController());
  showKept(conversation.messages);
  const missing = listUntranslated(conversation.messages).map(({ id, content }) => ({ id, content }));
  try {
    if (missing.length > 0) await translateMissing(place, missing, signal);
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

/** Shows only the originals, and ends the work on what is missing. */
export function showOriginals(): void {
  running?.abort();
  Object.assign(threadTranslation, { threadId: null, isBusy: false, error: null });
  forgetTranslations();
}

type Asked = Pick<ShownMessage, "id" | "content">;

async function translateMissing(place: ThreadPlace, missing: Asked[], signal: AbortSignal): Promise<void> {
  const body = { data: { language: ownReading(), messageIds: missing.map(({ id }) => id) } };
  let hasEnded = false;
  for await (const event of client.stream(translateThread, { params: paramsOf(place), body, signal })) {
    if (event.type === "translated") {
      const asked = missing.find(({ id }) => id === event.messageId);
      if (asked) take(asked, event.translation);
    } else hasEnded = true;
    if (event.type === "failed") threadTranslation.error = event.error.message;
  }
  if (!hasEnded && !signal.aborted) threadTranslation.error = "It was cut off. Please try again.";
}

/** What is rewritten by now has none of this. */
function take(asked: Asked, translation: MessageTranslation): void {
  if (!keepWithMessage(asked, translation)) return;
  const message = conversation.messages.find(({ id }) => id === asked.id);
  if (message) showOne(message, translation);
}

/** What stood in the reader's language already is not said twice. */
function showOne(message: ShownMessage, translation: MessageTranslation): void {
  if (!isSame(message, translation)) showTranslation(message, translation);
}

function isSaid(message: ShownMessage): boolean {
  const { kind, audience, status } = message;
  return kind === "text" && !audience && status !== "streaming" && hasWords(wordsOf(message));
}
