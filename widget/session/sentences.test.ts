import { afterEach, describe, expect, it } from "vitest";
import { errorTable } from "../../shared/errors/errors.ts";
import { sentenceOf } from "./sentences.ts";
import { chat } from "./state.ts";
import { speak } from "./words.ts";

afterEach(() => speak(null, { locale: "en" }));

const told = { code: "too_many", message: errorTable.too_many.message };

describe("what went wrong", () => {
  it("is what the server says, where the chat speaks English", async () => {
    await speak(null, { locale: "en-GB" });
    expect(sentenceOf({ code: "attachments_refused", message: "Only pictures." })).toBe("Only pictures.");
  });

  it.each([
    ["de", "Das war zu viel in kurzer Zeit."],
    ["fr", "C’était trop en peu de temps."],
    ["es", "Ha sido demasiado en poco tiempo."],
    ["pt-BR", "Foi demais em pouco tempo."],
    ["ar", "كان ذلك كثيرًا في وقت قصير."],
  ])("is said in the chat's language, %s", async (locale, sentence) => {
    await speak(null, { locale });
    expect(chat.language).toBe(locale);
    expect(sentenceOf(told)).toContain(sentence);
  });

  it("has words for whatever the server says, none of them English", async () => {
    await speak(null, { locale: "de" });
    for (const [code, { message }] of Object.entries(errorTable)) {
      expect(sentenceOf({ code, message })).not.toBe(message);
      expect(sentenceOf({ code, message })).toMatch(/Bitte|nicht|kein|Das/);
    }
  });
});
