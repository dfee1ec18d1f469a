import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passageUrl } from "./passageUrl.ts";

describe("the address of a passage", () => {
  it.each([
    [
      "https://a.example/p",
      "Ships in 2-4 days, free & fast",
      "https://a.example/p#:~:text=Ships%20in%202%2D4%20days%2C%20free%20%26%20fast",
    ],
    ["https://a.example/p#part", "Hi", "https://a.example/p#part:~:text=Hi"],
    ["https://a.example/p#part:~:text=old", "Hi", "https://a.example/p#part:~:text=Hi"],
    ["http://a.example/?q=1", "", "http://a.example/?q=1"],
    ["ftp://a.example/p", "Hi", null],
    ["javascript:alert(1)", "Hi", null],
    [null, "Hi", null],
  ])("%s with “%s” is %s", (url, quote, expected) => {
    expect(passageUrl(url, quote)).toBe(expected);
  });

  it("names a long quote by its first and last words", () => {
    const quote = "one two three four five six seven eight nine ten eleven twelve thirteen";
    expect(passageUrl("https://a.example/", quote)).toBe(
      "https://a.example/#:~:text=one%20two%20three%20four%20five%20six,ten%20eleven%20twelve%20thirteen",
    );
  });

  it("is an address whatever the quote is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (quote) => {
        const url = passageUrl("https://a.example/p", quote) ?? "";
        expect(URL.canParse(url)).toBe(true);
        expect(url.split(":~:text=")[1] ?? "").not.toMatch(/[-&\s]/);
      }),
    );
  });
});
