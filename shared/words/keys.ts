import { callWords } from "./call.ts";
import { cardWords } from "./cards.ts";
import { launcherWords } from "./embed.ts";
import type { LanguageWords } from "./languages/language.ts";
import { laterWords } from "./later.ts";
import { partWords } from "./parts.ts";
import { widgetWords } from "./widget.ts";

/** A word that owners and pages may replace. */
export interface WordKey {
  key: string;
  /** What it says without being replaced. */
  text: string;
}

/** English words by their keys, in the order of the catalogs. */
export const wordKeys: readonly WordKey[] = listWords({
  widget: { ...widgetWords, ...laterWords },
  parts: partWords,
  cards: cardWords,
  call: callWords,
  launcher: launcherWords,
});

/** All words of a language by their keys; a counted one has a key for each of its forms, and languages differ in these. */
export function listWords({
  widget,
  parts,
  cards,
  call,
  launcher,
}: Omit<LanguageWords, "widget"> & { widget: object }) {
  return [
    ...flatten("", widget),
    ...flatten("parts.", parts),
    ...flatten("cards.", cards),
    ...flatten("call.", call),
    ...flatten("launcher.", launcher),
  ];
}

function flatten(prefix: string, words: object): WordKey[] {
  return Object.entries(words).flatMap(([name, value]: [string, string | object]) =>
    typeof value === "string" ? [{ key: prefix + name, text: value }] : flatten(`${prefix}${name}.`, value),
  );
}
