import { describe, expect, it } from "vitest";
import { chatLanguages, type ChatLanguage } from "../../shared/domain/chatLanguages.ts";
import { helpPassages } from "../../tests/kit/knowledge/helpPages.ts";
import { writeBuiltinAnswer } from "./builtin/writeAnswer.ts";
import { listFollowUps } from "./followUps.ts";
import { languages } from "../languages/languages.ts";
import { chooseLanguage } from "./functionWords.ts";

/** A real one by language; the others are asked by a heading. */
const questions: Partial<Record<ChatLanguage, string>> = {
  en: "How do I get my money back?",
  de: "Wie bekomme ich mein Geld zurück?",
  es: "¿Cómo recupero mi dinero?",
  fr: "Comment puis-je être remboursé ?",
  pt: "Como recebo o meu dinheiro de volta?",
  ar: "كيف أسترد نقودي؟",
};

describe.each(chatLanguages)("the built-in model in a chat in %s", (language) => {
  const { about } = languages[language].answers;
  const [opening = ""] = about("|").split("|");
  const question = questions[language] ?? about("Prices");
  const passages = helpPassages.slice(0, 4).map((passage) => ({ ...passage, score: 1 }));

  it("asks further in that language, by the agent's choice and by what the visitor writes", () => {
    for (const chosen of [language, `${language}-XX`, "auto"]) {
      const [first] = listFollowUps({ question, language: chosen, passages, citedIds: new Set() });
      expect(first?.slice(0, opening.length)).toBe(opening);
    }
    expect(chooseLanguage(language, "How do I get my money back?")).toBe(language);
  });

  it("answers in that language what it does not know", () => {
    const write = (chosen: string) =>
      writeBuiltinAnswer({ name: "Lumi", language: chosen, question, rewrittenQuestion: null, passages: [] })
        .text;
    expect(write("auto")).toBe(write(language));
    if (language !== "en") expect(write("auto")).not.toContain("did not find");
  });
});

it.each([
  ["مرحبًا", "أنا Lumi"],
  ["شكراً جزيلاً!", "على الرحب"],
  ["هل أنت روبوت؟", "مساعد آلي"],
])("the built-in model takes “%s” for no question", (question, expected) => {
  const asked = { name: "Lumi", language: "auto", question, rewrittenQuestion: null, passages: [] };
  expect(writeBuiltinAnswer(asked).text).toContain(expected);
});
