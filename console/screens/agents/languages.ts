import { nameLanguage } from "../../../shared/domain/nameLanguage.ts";
import type { SelectOption } from "../../../shared/ui/Select.tsx";

const tags = [
  "en", "de", "fr", "es", "pt", "it", "nl", "pl", "cs", "sv", "da", "nb", "fi", "el", "ro", "hu", "tr", "uk", "ru",
  "ar", "he", "fa", "hi", "bn", "th", "vi", "id", "ja", "ko", "zh-Hans", "zh-Hant",
]; // oxfmt-ignore

/** Gives the languages an agent can be held to, by their own names; `auto` follows the visitor. */
export function listLanguages(current: string): SelectOption[] {
  const all = tags.includes(current) || current === "auto" ? tags : [...tags, current];
  return [
    { value: "auto", label: "The visitor's own" },
    ...all.map((tag) => ({ value: tag, label: nameLanguage(tag) })),
  ];
}
