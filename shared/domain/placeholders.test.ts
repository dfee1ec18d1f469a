import { describe, expect, it } from "vitest";
import { fillPlaceholders, nameOfPlaceholder } from "./placeholders.ts";
import { listPlaceholders } from "./portable.ts";

describe("a place to fill", () => {
  it.each([
    ["Welcome to [Restaurant name]!", "Trattoria Lucia", "Welcome to Trattoria Lucia!"],
    ["[Your company] and [Your company].", "$& Sons", "$& Sons and $& Sons."],
    ["We answer within [2] working days.", "3", "We answer within 3 working days."],
    ["See [our menu](https://example.com).", "x", "See [our menu](https://example.com)."],
  ])("takes its fact in: %s", (text, fact, filled) => {
    const fills = listPlaceholders([text]).map((placeholder) => ({ placeholder, text: fact }));
    expect(fillPlaceholders(text, fills)).toBe(filled);
  });

  it("is called by the words in its brackets, a number by its sentence", () => {
    expect(nameOfPlaceholder("[Restaurant name]")).toBe("Restaurant name");
    expect(nameOfPlaceholder("within [2] working days")).toBe("within [2] working days");
  });
});
