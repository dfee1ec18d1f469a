import { expect, it } from "vitest";
import { readingLanguage } from "./readingLanguage.ts";

it.each([
  ["en", "en"],
  ["en-US", "en"],
  ["EN-gb", "en"],
  ["pt-BR", "pt"],
  ["zh-CN", "zh"],
  ["zh-TW", "zh-Hant"],
  ["zh-Hant-HK", "zh-Hant"],
  ["sr-Latn", "sr-Latn"],
  ["qq-ZZ", "qq"],
  ["en-nonsense-nonsense", "en-nonsense-nonsense"],
])("who has %s reads translations into %s", (tag, language) => {
  expect(readingLanguage(tag)).toBe(language);
});
