import type { ChatLanguage } from "../../../../shared/domain/chatLanguages.ts";
import { pickLanguage } from "../../../../shared/domain/chatLanguages.ts";
import type { PhoneWords } from "../../../languages/channelWords.ts";
import { languages } from "../../../languages/languages.ts";

/** What a channel speaks, by its settings. */
export interface PhoneLanguage {
  language: ChatLanguage;
  /** How providers name it, for hearing and speaking. */
  tag: string;
  words: PhoneWords;
  /** Whether somebody asks not to be called again. */
  isOptOut(text: string): boolean;
}

/** What is said first in a call: what was written for it, else for all of them, else ours. */
export function greetingOf(
  spoken: PhoneLanguage,
  {
    call,
    settings,
    name,
  }: { call: { greeting: string | null }; settings: Readonly<Record<string, string>>; name: string },
): string {
  return (
    call.greeting ?? (settings["greeting"]?.trim() || spoken.words.greeting.replace("{name}", () => name))
  );
}

export function languageOf(settings: Readonly<Record<string, string>>): PhoneLanguage {
  const language = pickLanguage([settings["language"] ?? ""]) ?? "en";
  const words = languages[language].channels.phone;
  const isOptOut = (text: string) => words.asksNoCalls.test(text.replace(/[.,!?؟]/g, "").trim());
  return { language, tag: words.tag, words, isOptOut };
}
