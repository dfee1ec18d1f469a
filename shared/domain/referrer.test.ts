import { describe, expect, it } from "vitest";
import { maxReferrerCharacters, referrerOf } from "./referrer.ts";

describe("where somebody came from", () => {
  it.each([
    ["https://search.example/find?q=my+illness#top", "https://search.example/find"],
    ["http://news.example", "http://news.example/"],
    ["https://ada:secret@shop.example/tents", "https://shop.example/tents"],
    ["", null],
    ["about:client", null],
    ["android-app://com.example.mail/", null],
    ["javascript:alert(1)", null],
    ["no address", null],
    [`https://long.example/${"a".repeat(maxReferrerCharacters)}`, null],
  ])("is, of %s, %s", (said, kept) => {
    expect(referrerOf(said)).toBe(kept);
  });
});
