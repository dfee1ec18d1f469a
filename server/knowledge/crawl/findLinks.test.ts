import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findLinks } from "./findLinks.ts";

const page = "https://shop.example/help/start";

describe("links of a page", () => {
  it.each([
    ['<a href="a">', ["https://shop.example/help/a"]],
    ["<A HREF=/b#part>", ["https://shop.example/b"]],
    [
      '<a href=" /c ">x</a><area href="/d"><a href="/c#2">',
      ["https://shop.example/c", "https://shop.example/d"],
    ],
    ['<a href="/e?a=1&amp;b=2">', ["https://shop.example/e?a=1&b=2"]],
    ['<base href="/other/"><a href="f">', ["https://shop.example/other/f"]],
    ['<a href="g"><base href="https://else.example/">', ["https://else.example/g"]],
    ['<a href="/h" rel="nofollow noopener"><a href="/i" rel="noopener">', ["https://shop.example/i"]],
    ['<link rel="next" href="?page=2">', ["https://shop.example/help/start?page=2"]],
    [`<meta http-equiv="Refresh" content="0; URL='/j'">`, ["https://shop.example/j"]],
    ['<meta http-equiv="refresh" content="30">', []],
    ['<!-- <a href="/no"> --><script>"<a href=/no>"</script><a>x</a>', []],
    [
      '<a href="mailto:a@b"><a href="javascript:x()"><a href="tel:1"><a href="data:,x"><a href="http://[">',
      [],
    ],
    ["", []],
  ])("%s", (html, links) => expect(findLinks(html, page).links).toEqual(links));
});

describe("what the page asks of crawlers", () => {
  it.each([
    ['<meta name="robots" content="noindex">', true, false],
    ['<meta name="ROBOTS" content="NOINDEX, NOFOLLOW">', true, true],
    ['<meta name="robots" content="none">', true, true],
    ['<meta name="pilothousebot" content="nofollow">', false, true],
    ['<meta name="googlebot" content="noindex">', false, false],
    ['<meta name="robots" content="index,follow,noimageindex">', false, false],
  ])("%s", (html, noindex, nofollow) => {
    const found = findLinks(`${html}<a href="/a">`, page);
    expect(found).toMatchObject({ noindex, nofollow, links: nofollow ? [] : ["https://shop.example/a"] });
  });

  it("its proper address is the first canonical, made absolute", () => {
    const html = '<link rel="canonical" href="/proper"><link rel="canonical" href="/second">';
    expect(findLinks(html, page).canonical).toBe("https://shop.example/proper");
    expect(findLinks("<p>", page).canonical).toBeNull();
  });
});

it("A11: a page of a million links gives the first 5,000", () => {
  const html = Array.from({ length: 1_000_000 }, (_, n) => `<a href=/${n}>`).join("");
  expect(findLinks(html, page).links).toHaveLength(5000);
});

it("A11: elements that are never closed come to an end", () => {
  const html = `<a href="/first">${"<b>".repeat(300_000)}${"</i>".repeat(300_000)}`;
  expect(findLinks(html, page).links).toEqual(["https://shop.example/first"]);
});

it("never throws, whatever the page holds", () => {
  const text = fc.string({
    unit: fc.constantFrom("<", ">", '"', "'", "a", "/", "=", " href", "base", "&", "!", "-"),
  });
  fc.assert(fc.property(text, (html) => void findLinks(`<a href=${html}`, page)));
});
