import type { WidgetSettings } from "../../shared/contract/surfaces/surfaces.ts";

/** What was begun and left empty is nothing: blank lines, links without a word, words that replace nothing. */
export function withoutBlanks(settings: WidgetSettings): WidgetSettings {
  return {
    ...settings,
    suggestions: fillLines(settings.suggestions),
    minimisedSuggestions: fillLines(settings.minimisedSuggestions),
    links: settings.links.filter(({ label, url }) => label.trim() || url.trim()),
    consentUrl: settings.consentUrl?.trim() || null,
    words: withoutBlankWords(settings.words),
  };
}

/** The lines in which something stands. */
export function fillLines(lines: string[]): string[] {
  return lines.map((line) => line.trim()).filter(Boolean);
}

function withoutBlankWords(words: WidgetSettings["words"]): WidgetSettings["words"] {
  const filled = Object.entries(words).map(([language, replaced]): [string, Record<string, string>] => [
    language,
    Object.fromEntries(Object.entries(replaced ?? {}).filter(([, text]) => text.trim())),
  ]);
  return Object.fromEntries(filled.filter(([, replaced]) => Object.keys(replaced).length > 0));
}
