import { describe, expect, it } from "vitest";
import { chatLanguages } from "../../shared/domain/chatLanguages.ts";
import { launcherWords } from "../../shared/words/embed.ts";
import { listWords, wordKeys } from "../../shared/words/keys.ts";
import { launcherWordsIn } from "../../shared/words/launcher.ts";
import { loadLanguage } from "../../shared/words/languages/load.ts";
import { listSources, readProject } from "./files.ts";

/** Words that are the same in English. */
const borrowed: Record<string, string[]> = {
  de: ["support"],
  es: ["cards.no"],
  fr: ["conversation", "assistant", "parts.message", "parts.sources", "parts.suggestions"],
};

/** Latin letters in Arabic words would be English that was left over. */
const latin = /[A-Za-z]/;

describe.each(chatLanguages.filter((language) => language !== "en"))("the words in %s", async (language) => {
  const words = await loadLanguage(language);
  const theirs = new Map(words && listWords(words).map(({ key, text }) => [key, text]));
  const english = new Map(wordKeys.map(({ key, text }) => [key, text]));
  const counted = [...english.keys()].filter((key) => key.endsWith(".other"));
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;

  it("have every key, with all forms that the language counts in", () => {
    const whole = [...english.keys()].filter((key) => !isForm(key));
    const due = counted.flatMap((key) => forms.map((form) => key.replace(/other$/, form)));
    expect([...theirs.keys()].toSorted()).toEqual([...whole, ...due].toSorted());
  });

  it("fill in what English fills in", () => {
    const wrong = [...theirs].filter(([key, text]) => {
      const model = english.get(key) ?? english.get(key.replace(/\w+$/, "other"));
      const mayLeaveOut = /\.(zero|one|two)$/.test(key);
      return signs(text) !== signs(model ?? "") && !(mayLeaveOut && signs(text) === "");
    });
    expect(wrong).toEqual([]);
  });

  it("are words of that language", () => {
    const left = [...theirs]
      .filter(([key, text]) =>
        language === "ar" ? latin.test(text.replace(/\{\w+\}/g, "")) : text === english.get(key),
      )
      .map(([key]) => key);
    expect(left).toEqual(borrowed[language] ?? []);
  });

  it("begin and end like sentences do where the English ones do", () => {
    const wrong = [...theirs].filter(([key, text]) => {
      const model = english.get(key);
      return text !== text.trim() || (model !== undefined && /[.…?]$/.test(model) !== /[.…?؟]$/.test(text));
    });
    expect(wrong.map(([key]) => key)).toEqual([]);
  });

  it("reach the launcher", () => {
    expect(launcherWordsIn(language)).toEqual(words?.launcher);
    const replaced = { [language]: { "launcher.open": "!" } };
    expect(launcherWordsIn(language, replaced).open).toBe("!");
    expect(launcherWordsIn("en", replaced)).toEqual(launcherWords);
  });
});

it("no key is written twice or can't be replaced", () => {
  const keys = wordKeys.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => !/^[a-z][A-Za-z.]{0,60}$/.test(key))).toEqual([]);
});

it("the chat's languages come to a browser one by one", () => {
  const carriers = listSources().filter(
    (path) =>
      /^(console|widget|embed)\//.test(path) &&
      /from "[^"]*words\/(launcher|languages\/[a-z]{2})\.ts"/.test(readProject(path)),
  );
  expect(carriers).toEqual([]);
});

function isForm(key: string): boolean {
  return /\.(zero|one|two|few|many|other)$/.test(key);
}

function signs(text: string): string {
  return (text.match(/\{\w+\}/g) ?? []).toSorted().join();
}
