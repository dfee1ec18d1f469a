import type { ProactiveRule } from "../../shared/contract/surfaces/proactive.ts";
import type { ChatLanguage } from "../../shared/domain/chatLanguages.ts";
import type { PublicRule } from "../../shared/domain/proactive.ts";
import { listLiveSpans } from "../../shared/domain/proactivePeriod.ts";

/** The rules that may speak within a day to visitors with whom the chat speaks this language, in it. */
export function rulesIn(
  rules: readonly ProactiveRule[],
  { language, now }: { language: ChatLanguage; now: number },
): PublicRule[] {
  return rules.flatMap(({ id, isOn, when: { languages, period, ...when }, texts }) => {
    const live = period ? listLiveSpans(period, now) : undefined;
    const isSpoken = languages.length === 0 || languages.includes(language);
    if (!isOn || !isSpoken || live?.length === 0) return [];
    return {
      ...{ id, when },
      ...(live && { live }),
      texts: texts.map((one) => ({ id: one.id, text: pickText(one.texts, language) })),
    };
  });
}

/** In the language, in English, or in the first in which it was written. */
function pickText(texts: ProactiveRule["texts"][number]["texts"], language: ChatLanguage): string {
  const written = [texts[language], texts.en, ...Object.values(texts)];
  return written.find((text) => text !== undefined && text.trim() !== "")?.trim() ?? "";
}
