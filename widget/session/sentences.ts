import { pickLanguage } from "../../shared/domain/chatLanguages.ts";
import type { RequestErrorCode } from "../../shared/client/requestError.ts";
import { widgetWords, type WidgetWords } from "../../shared/words/widget.ts";
import { sayLater } from "./laterWords.ts";
import { chat } from "./state.ts";

type Key = {
  [Name in keyof WidgetWords]: WidgetWords[Name] extends string ? Name : never;
}[keyof WidgetWords];

/**
 * Says in the chat's language what went wrong. The server knows more exactly, and says it in English: a chat in English
 * shows that, all others what the code stands for.
 */
export function sentenceOf({ code, message }: { code: string; message: string }): string {
  if (pickLanguage([chat.language]) === "en") return message;
  return { ...widgetWords, ...sayLater() }[keys[code as RequestErrorCode] ?? "didNotWork"]; // of a code that has none, the general one
}

const keys: Partial<Record<RequestErrorCode, Key>> = {
  too_many: "tooMuch",
  too_large: "tooLarge",
  unavailable: "busy",
  timeout: "busy",
  model_failed: "noAnswer",
  speech_failed: "notUnderstood",
  attachments_refused: "fileRefused",
  unsupported_media: "fileRefused",
  storage_full: "fileRefused",
  conflict: "changedMeanwhile",
  surface_disabled: "unavailableDisabled",
  visitor_blocked: "unavailableDisabled",
  origin_not_allowed: "unavailableOrigin",
  bad_token: "unavailableBadToken",
};
