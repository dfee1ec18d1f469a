import { proxy } from "valtio/vanilla";
import type { PublicConfiguration } from "../../shared/contract/surfaces/surfaces.ts";
import { directionOf, pickLanguage, type ChatLanguage } from "../../shared/domain/chatLanguages.ts";
import type { FrameOptions } from "../../shared/frame/messages.ts";
import type { CallWords } from "../../shared/words/call.ts";
import type { CardWords } from "../../shared/words/cards.ts";
import { launcherWords } from "../../shared/words/embed.ts";
import { language, setLanguage, translate } from "../../shared/words/language.ts";
import type { LanguageWords } from "../../shared/words/languages/language.ts";
import { loadLanguage } from "../../shared/words/languages/load.ts";
import { partWords } from "../../shared/words/parts.ts";
import type { Catalogs } from "../../shared/words/replace.ts";
import { widgetWords, type FirstWords } from "../../shared/words/widget.ts";
import { whenReleased } from "./press.ts";
import { chat } from "./state.ts";

/** Counts the changes of words. Components with words read this, and redraw when it changes. */
export const wording = proxy({ version: 0 });

let showFirst = () => {};
/** Settled once the first words are there, or can't be had: before that a visitor would see English turn into theirs. */
export const firstWords = new Promise<void>((resolve) => (showFirst = resolve));

/** What a page says about words; left out, Deploy and the browser decide. */
export type PageWords = Partial<Pick<FrameOptions, "locale" | "dir" | "strings">>;

type ChatWords = Omit<LanguageWords, "widget" | "cards" | "call"> & {
  widget: FirstWords;
  cards: Partial<CardWords>;
  call: Partial<CallWords>;
};

interface LanguageSources {
  /** The page's option: a BCP 47 tag or `auto`. */
  locale: string;
  /** Deploy's choice. */
  language: string;
  agentLanguage: string;
  browser: readonly string[];
}

/** The English of cards, calls and what is drawn later comes with the first of them; what a language or a page says instead is here before. */
export const catalogs: Catalogs = {
  widget: widgetWords,
  later: {},
  parts: partWords,
  launcher: launcherWords,
  cards: {},
  call: {},
};
/** English as it was written: what a language or a page replaces comes back from here. */
const english: ChatWords = structuredClone(catalogs);
const firstKeys = Object.keys(widgetWords) as (keyof FirstWords)[]; // its keys are they
let calls = 0;

/**
 * The tag in whose language the chat speaks: the page's, else Deploy's, else the visitor's own, else the agent's. Tags
 * without words of ours are passed over.
 */
export function chooseLanguage({ locale, language, agentLanguage, browser }: LanguageSources): string {
  const tags = [locale, language, ...browser, agentLanguage].map((tag) => tag.replaceAll("_", "-"));
  return tags.find((tag) => pickLanguage([tag]) && isTag(tag)) ?? "en";
}

/**
 * Lets the chat speak the language that is due, with the words that the owner and the page replaced, and draws it
 * again. The words are fetched first, so nothing is shown half; where they can't be had, the chat keeps those it has.
 * Gives the language that it speaks now. Of two calls at once the later one counts.
 */
export async function speak(
  configuration: Pick<PublicConfiguration, "settings" | "language"> | null,
  { locale = "auto", dir = "auto", strings = {} }: PageWords = {},
): Promise<ChatLanguage> {
  const call = ++calls;
  const tag = chooseLanguage({
    locale,
    language: configuration?.settings.language ?? "auto",
    agentLanguage: configuration?.language ?? "en",
    browser: navigator.languages,
  });
  const due = pickLanguage([tag]) ?? "en";
  const words = await loadLanguage(due).catch(() => undefined);
  const replaced = { ...configuration?.settings.words[due], ...strings };
  // Few owners and pages have words of their own.
  const part =
    Object.keys(replaced).length > 0
      ? await import("../../shared/words/replace.ts").catch(() => undefined)
      : undefined;
  await whenReleased();
  if (call === calls && words !== undefined) {
    const before = describeWords();
    translateAll(words ?? english);
    part?.replaceWords(catalogs, replaced);
    showLanguage(tag, due, dir);
    if (describeWords() !== before) wording.version += 1;
  }
  if (call === calls) showFirst();
  return pickLanguage([chat.language]) ?? "en";
}

function translateAll(words: ChatWords): void {
  const { widget, parts, launcher, cards, call } = structuredClone(words);
  // A language brings the later words with the first ones.
  for (const key of firstKeys) Object.assign(widgetWords, { [key]: widget[key] });
  catalogs.later = widget;
  translate(partWords, parts);
  translate(launcherWords, launcher);
  catalogs.cards = cards;
  catalogs.call = call;
}

/** All that a drawing depends on: each word, and how numbers are written. */
function describeWords(): string {
  return JSON.stringify([catalogs, language()]);
}

function showLanguage(tag: string, chosen: ChatLanguage, dir: FrameOptions["dir"]): void {
  // Answers come with Western digits; Arabic text with both kinds would be hard to read.
  setLanguage(chosen === "ar" ? `${tag.split("-u-")[0]}-u-nu-latn` : tag);
  Object.assign(chat, { language: tag, dir: dir === "auto" ? directionOf(tag) : dir });
  Object.assign(document.documentElement, { lang: tag, dir: chat.dir });
}

/** A tag from a page may be anything; Intl throws on what is none. */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
