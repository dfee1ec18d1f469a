import type { ProactiveRule } from "../../shared/contract/surfaces/proactive.ts";
import type { ChatLanguage } from "../../shared/domain/chatLanguages.ts";
import type { PublicRule } from "../../shared/domain/proactive.ts";

/** The rules that may speak to visitors with whom the chat speaks this language, in it. */
export function rulesIn(rules: readonly ProactiveRule[], language: ChatLanguage): PublicRule[] {
  return rules
    .filter(
      ({ isOn, when: { languages } }) => isOn && (languages.length === 0 || languages.includes(language)),
    )
    .map(({ id, when: { languages: _, ...when }, texts }) => ({
      id,
      when,
      texts: texts.map((one) => ({ id: one.id, text: pickText(one.texts, language) })),
    }));
}

/** In the language, in English, or in the first in which it was written. */
function pickText(texts: ProactiveRule["texts"][number]["texts"], language: ChatLanguage): string {
  const written = [texts[language], texts.en, ...Object.values(texts)];
  return written.find((text) => text !== undefined && text.trim() !== "")?.trim() ?? "";
}
