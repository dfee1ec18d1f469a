import { afterEach, describe, expect, it } from "vitest";
import { fill, language, plural, setLanguage, translate } from "./language.ts";
import { widgetWords } from "./widget.ts";

afterEach(() => setLanguage("en"));

describe("words", () => {
  it.each([
    ["en", 1, "1 file"],
    ["en", 1200, "1,200 files"],
    ["pl", 2, "2 pliki"],
    ["pl", 5, "5 plików"],
  ])("in %s %i is written as %j", (tag, count, expected) => {
    setLanguage(tag);
    const forms =
      tag === "pl"
        ? { one: "{count} plik", few: "{count} pliki", many: "{count} plików", other: "{count} pliku" }
        : { one: "{count} file", other: "{count} files" };
    expect(plural(count, forms)).toBe(expected);
  });

  it("falls back to English for a language nobody knows", () => {
    setLanguage("tlh");
    expect(language()).toBe("en");
  });

  it("replaces what another language has and keeps the rest", () => {
    const words = { yes: "Yes", no: "No" };
    translate(words, { yes: "Ja" });
    expect(words).toEqual({ yes: "Ja", no: "No" });
  });

  it("lets no name turn around the sentence that it stands in", () => {
    expect(fill("Remove {name} {gone}", { name: "a\u202egnp.exe\u2066" })).toBe("Remove agnp.exe {gone}");
    setLanguage("ar");
    expect(fill("إزالة {name}", { name: "a.png" })).toBe("إزالة \u2068a.png\u2069");
  });

  it("counts messages", () => {
    expect([1, 2].map((count) => plural(count, widgetWords.newMessages))).toEqual([
      "1 new message",
      "2 new messages",
    ]);
  });
});
