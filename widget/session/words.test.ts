import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WidgetSettings } from "../../shared/contract/surfaces/surfaces.ts";
import { plural } from "../../shared/words/language.ts";
import { partWords } from "../../shared/words/parts.ts";
import { launcherWords } from "../../shared/words/embed.ts";
import { widgetWords } from "../../shared/words/widget.ts";
import { makeWidgetSettings } from "../../tests/kit/samples.ts";
import { sayLater } from "./laterWords.ts";
import { chat } from "./state.ts";
import { chooseLanguage, speak, wording } from "./words.ts";

beforeEach(() => void vi.spyOn(navigator, "languages", "get").mockReturnValue(["en-GB"]));
afterEach(async () => {
  await speak(null);
  vi.restoreAllMocks();
});

describe("the language of the chat", () => {
  const none = { locale: "auto", language: "auto", agentLanguage: "en", browser: ["ja", "en-GB"] };

  it.each([
    ["the visitor's own, where nobody says otherwise", {}, "en-GB"],
    ["the page's before Deploy's", { locale: "fr-CA", language: "de" }, "fr-CA"],
    ["Deploy's before the visitor's", { language: "de" }, "de"],
    ["the visitor's second, where we lack the first", { browser: ["ja", "pt-PT", "de"] }, "pt-PT"],
    ["the agent's, where we lack all of the visitor's", { browser: ["ja"], agentLanguage: "es" }, "es"],
    ["English, where we lack all", { browser: ["ja"], agentLanguage: "ko" }, "en"],
    ["the tag as it is meant", { locale: "de_AT" }, "de-AT"],
    ["the next one, where a page gives no tag", { locale: "de-", language: "es" }, "es"],
  ])("is %s", (_what, changes, expected) => {
    expect(chooseLanguage({ ...none, ...changes })).toBe(expected);
  });

  it("changes all words, the document and the numbers, and changes back", async () => {
    const before = structuredClone([widgetWords, partWords, launcherWords]);
    const { version } = wording;

    expect(await speak(configuration(), { locale: "ar" })).toBe("ar");
    expect(widgetWords.back).toBe("رجوع");
    expect(partWords.copy).toBe("نسخ");
    expect(launcherWords.close).toBe("إغلاق المحادثة");
    expect(plural(3, widgetWords.newMessages)).toBe("3 رسائل جديدة");
    expect(plural(2, widgetWords.newMessages)).toBe("رسالتان جديدتان");
    expect([chat.language, chat.dir]).toEqual(["ar", "rtl"]);
    expect([document.documentElement.lang, document.documentElement.dir]).toEqual(["ar", "rtl"]);
    expect(wording.version).toBe(version + 1);
    await speak(configuration(), { locale: "ar" });
    expect(wording.version).toBe(version + 1);

    expect(await speak(configuration(), { locale: "en" })).toBe("en");
    expect([widgetWords, partWords, launcherWords]).toEqual(before);
    expect([chat.language, chat.dir]).toEqual(["en", "ltr"]);
  });

  it("lets a page choose the direction", async () => {
    await speak(configuration(), { dir: "rtl" });
    expect([chat.language, chat.dir]).toEqual(["en-GB", "rtl"]);
  });

  it("takes the words of the owner, then those of the page, only for their language", async () => {
    const owned = configuration({ de: { placeholder: "Frag uns!", "parts.copy": "Mitnehmen" } });
    await speak(owned, { locale: "de", strings: { placeholder: "Na?", "newMessages.one": "Eine neue!" } });
    expect(widgetWords.placeholder).toBe("Na?");
    expect(partWords.copy).toBe("Mitnehmen");
    expect([1, 2].map((count) => plural(count, widgetWords.newMessages))).toEqual([
      "Eine neue!",
      "2 neue Nachrichten",
    ]);

    await speak(owned, { locale: "en" });
    expect(widgetWords.placeholder).toBe("Ask a question…");
    await speak(owned, { locale: "de" });
    expect(widgetWords.newMessages.one).toBe("{count} neue Nachricht");
  });

  it("takes them for what is drawn after the first picture, too", async () => {
    const owned = configuration({ de: { writeOn: "Weiter!" } });
    await speak(owned, { locale: "de", strings: { thanks: "Toll!" } });
    const { writeOn, thanks, recording } = sayLater();
    expect([writeOn, thanks, recording]).toEqual(["Weiter!", "Toll!", "Aufnahme läuft"]);
    await speak(owned, { locale: "en" });
    expect(sayLater().writeOn).toBe("Continue here");
  });

  it("passes over keys and values that are none", async () => {
    const before = structuredClone([widgetWords, partWords]);
    const strings: Record<string, unknown> = JSON.parse(
      `{"__proto__":"x","constructor":"x","toString":"x","newMessages":"x","newMessages.constructor":"x","parts.nothing":"x","back":7}`,
    );
    await speak(configuration(), { strings: strings as Record<string, string> }); // as a page without types writes it
    expect([widgetWords, partWords]).toEqual(before);
    expect(Object.prototype).not.toHaveProperty("x");
  });

  it("redraws nothing under the visitor's finger: a click needs the button that it began on", async () => {
    await speak(configuration(), { locale: "en" });
    const { version } = wording;
    dispatchEvent(new Event("pointerdown"));
    const spoken = speak(configuration(), { locale: "fr" });
    const pressing = new Promise((resolve) => setTimeout(resolve, 50, "pressing")); // to be seen not to happen
    expect(await Promise.race([spoken, pressing])).toBe("pressing");
    expect([wording.version, widgetWords.back]).toEqual([version, "Back"]);
    dispatchEvent(new Event("pointerup"));
    await spoken;
    expect([wording.version, widgetWords.back]).toEqual([version + 1, "Retour"]);
  });

  it("speaks the later of two languages that are asked for at once", async () => {
    const first = speak(configuration(), { locale: "fr" });
    const second = speak(configuration(), { locale: "en" });
    await Promise.all([first, second]);
    expect(widgetWords.back).toBe("Back");
    expect(chat.language).toBe("en");
  });
});

function configuration(words: WidgetSettings["words"] = {}) {
  return { language: "en", settings: makeWidgetSettings({ words }) };
}
