import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createGlob } from "./glob.ts";

const matches = (pattern: string, path: string): boolean =>
  createGlob(pattern)(new URL(path, "https://shop.example"));

describe("a pattern matches", () => {
  it.each([
    ["/blog/*", "/blog/first"],
    ["/blog/**", "/blog/2026/first"],
    ["/blog/**", "/blog"],
    ["/blog/**", "/blog/"],
    ["blog/*", "/blog/first"],
    ["**/print", "/a/b/print"],
    ["**", "/"],
    ["/*/help", "/de/help"],
    ["/a?c", "/abc"],
    ["/über/*", "/%C3%BCber/uns"],
    ["*.pdf", "/manual.pdf"],
    ["**.pdf", "/files/manual.pdf"],
    ["https://shop.example/blog/*", "/blog/first"],
    ["/a.c", "/a.c"],
    ["/(a|b)+", "/(a|b)+"],
  ])("%s takes %s", (pattern, path) => expect(matches(pattern, path)).toBe(true));

  it.each([
    ["/blog/*", "/blog/2026/first"],
    ["/blog/*", "/blog"],
    ["/blog", "/blog/first"],
    ["/blog/**", "/blogger"],
    ["/a?c", "/a/c"],
    ["/a.c", "/abc"],
    ["https://other.example/**", "/blog/first"],
    ["", "/a"],
  ])("%s leaves %s", (pattern, path) => expect(matches(pattern, path)).toBe(false));
});

it("agrees with the same pattern written as a regular expression", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "/", "*"), maxLength: 12 });
  const paths = fc.string({ unit: fc.constantFrom("a", "b", "/"), maxLength: 12 });
  fc.assert(
    fc.property(letters, paths, (pattern, rest) => {
      // Slashes at the front are about hosts, and a last "/**" has its own rule, shown above.
      const path = `/x${rest}`;
      const glob = `/x${pattern}`;
      fc.pre(!/\/\*{2,}$/.test(glob));
      const source = glob.replace(/\*+/g, (stars) => (stars.length > 1 ? ".*" : "[^/]*"));
      expect(matches(glob, path)).toBe(new RegExp(`^${source}$`).test(path));
    }),
    { numRuns: 1000 },
  );
});

it("E12: a pattern that would ruin a backtracking matcher is one pass", () => {
  expect(matches(`/${"**a*a".repeat(40)}!`, `/${"a".repeat(1900)}`)).toBe(false);
});
