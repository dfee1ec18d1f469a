import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyOf, parseAddress } from "./addresses.ts";

const base = "https://www.shop.example/help/";
const key = (text: string): string => keyOf(parseAddress(text, base) ?? new URL("about:blank"));

describe("spellings of one page have one key", () => {
  it.each([
    ["https://shop.example/a", "http://www.shop.example:80/a#top"],
    ["https://shop.example/a", "HTTPS://SHOP.example:443/a?utm_source=x&utm_medium=y&gclid=1&fbclid=2"],
    ["https://shop.example/a/", "https://shop.example/a/index.html"],
    ["https://shop.example/", "https://shop.example/index.php"],
    ["https://shop.example/a?x=1&y=2", "https://shop.example/a?y=2&&x=1"],
    ["https://shop.example/a~b", "https://shop.example/a%7eb"],
    ["https://shop.example/%C3%BC", "https://shop.example/ü"],
    ["https://shop.example/a", "https://shop.example/a;jsessionid=1F?PHPSESSID=9"],
    ["https://shop.example/a/b", "https://shop.example/a//b"],
    ["https://shop.example/help/a", "a"],
    ["https://shop.example/help/a", "./b/../a"],
  ])("%s and %s", (one, other) => expect(key(one)).toBe(key(other)));
});

describe("different pages have different keys", () => {
  it.each([
    ["https://shop.example/a", "https://shop.example/A"],
    ["https://shop.example/a", "https://shop.example/a/"],
    ["https://shop.example/a?page=1", "https://shop.example/a?page=2"],
    ["https://shop.example/", "https://blog.shop.example/"],
    ["https://shop.example/", "https://shop.example:8443/"],
    ["https://shop.example/a%2Fb", "https://shop.example/a/b"],
  ])("%s and %s", (one, other) => expect(key(one)).not.toBe(key(other)));
});

it.each([
  "mailto:a@b.example",
  "javascript:void(0)",
  "ftp://shop.example/",
  "https://user@shop.example/",
  "https:\\\\evil.example/",
  "/a\\b",
  `/${"x".repeat(2001)}`,
])("%s is not an address to read", (text) => expect(parseAddress(text, base)).toBeUndefined());

it("asks for an address as the site wrote it, without what never changes a page", () => {
  const url = parseAddress("/a/index.html?z=1&utm_campaign=x&b=%7e#part", base);
  expect(url?.href).toBe("https://www.shop.example/a/index.html?z=1&b=%7e");
});

it("a cleaned address has the key of the address itself, and cleaning twice changes nothing", () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (text) => {
      const once = parseAddress(text);
      if (!once) return;
      const twice = parseAddress(once.href);
      expect(twice?.href).toBe(once.href);
      expect(keyOf(new URL(`https://${keyOf(once)}`))).toBe(keyOf(once));
    }),
    { numRuns: 1000, examples: [["http://a.example??"]] },
  );
});
