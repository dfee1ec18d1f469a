import { proxy } from "valtio";
import { translateMessage } from "../../shared/contract/assist.ts";
import type { MessageTranslation } from "../../shared/contract/conversations.ts";
import { toRequestError } from "../../shared/client/requestError.ts";
import { ownLanguage } from "./assist.ts";
import { client } from "./client.ts";
import { conversation, paramsOf } from "./conversation.ts";
import type { ThreadPlace } from "./conversation.ts";

/** A message in the reader's own language, while it comes and afterwards. */
export interface Translation {
  status: "streaming" | "done" | "failed";
  /** What the message said when it was translated: one that was written anew is another. */
  content: string;
  language: string;
  text: string;
  /** Who did it, and what that cost; null until it is whole. */
  by: { model: string; credits: number } | null;
  error: { message: string } | null;
}

/** By the id of the message; in this tab alone. */
export const translations = proxy<Record<string, Translation>>({});

const running = new Map<string, AbortController>();

/** Has a message translated for whoever reads it; the message stays as it is. */
export async function translate(
  place: ThreadPlace,
  { id, content }: { id: string; content: string },
): Promise<void> {
  const language = ownLanguage();
  translations[id] = { status: "streaming", content, language, text: "", by: null, error: null };
  const translation = translations[id];
  running.get(id)?.abort();
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
        keepWithMessage(id, { language, text: translation.text, model, credits });
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

/** Keeps a translation with the message that shows, as the server has it there. */
export function keepWithMessage(id: string, translation: MessageTranslation): void {
  const message = conversation.messages.find((one) => one.id === id);
  const others = message?.translations?.filter(({ language }) => language !== translation.language) ?? [];
  if (message) message.translations = [...others, translation];
}

/** Leaves the message alone again, and ends the work on it. */
export function forgetTranslation(id: string): void {
  running.get(id)?.abort();
  delete translations[id];
}

function fail(translation: Translation, message: string): void {
  Object.assign(translation, { status: "failed", error: { message } });
}
