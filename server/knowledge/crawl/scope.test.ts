import { expect, it } from "vitest";
import { createScope } from "./scope.ts";
import { completeSettings } from "./settings.ts";
import type { CrawlSettings } from "./settings.ts";

function judge(address: string, own: Partial<CrawlSettings>, depth = 1): string {
  const start = own.startUrls?.[0] ?? "https://shop.example/";
  const settings = completeSettings({ scope: "site", startUrls: [start], ...own }, "https://here.example");
  return createScope(settings, [new URL(start)]).judge(new URL(address, start), depth);
}

it.each([
  ["https://www.shop.example/a", {}, "in"],
  ["http://shop.example/a", {}, "in"],
  ["https://blog.shop.example/a", {}, "otherSite"],
  ["https://shop.example.evil.example/a", {}, "otherSite"],
  ["https://ѕhop.example/a", {}, "otherSite"],
  ["https://shop.example:8443/a", {}, "otherSite"],
  ["/logo.png", {}, "media"],
  ["/manual.pdf", {}, "in"],
  ["/blog/a", { exclude: ["/blog/**"] }, "excluded"],
  ["/docs/a", { include: ["/docs/**"] }, "in"],
  ["/about", { include: ["/docs/**"] }, "excluded"],
  ["/docs/old/a", { include: ["/docs/**"], exclude: ["/docs/old/**"] }, "excluded"],
  ["/docs/a/b", { scope: "section", startUrls: ["https://shop.example/docs"] }, "in"],
  ["/docs", { scope: "section", startUrls: ["https://shop.example/docs/"] }, "in"],
  ["/docs/b", { scope: "section", startUrls: ["https://shop.example/docs/a.html"] }, "in"],
  ["/docsify", { scope: "section", startUrls: ["https://shop.example/docs"] }, "outside"],
  ["/", { scope: "section", startUrls: ["https://shop.example/docs"] }, "outside"],
  ["/a/b/a/b/a/b/a/b", {}, "trap"],
  [`/${"x/".repeat(2)}${Array.from({ length: 20 }, (_, n) => n).join("/")}`, {}, "trap"],
  ["/2026/01/01/01", {}, "in"],
] satisfies [string, Partial<CrawlSettings>, string][])("%s with %j is %s", (address, own, verdict) => {
  expect(judge(address, own)).toBe(verdict);
});

it("leaves what is further away than the depth", () => {
  expect(judge("/a", { maxDepth: 2 }, 2)).toBe("in");
  expect(judge("/a", { maxDepth: 2 }, 3)).toBe("tooDeep");
});
