import { describe, expect, it } from "vitest";
import { beginsByItself } from "./beginsByItself.ts";

const now = 1_790_000_000_000;
const minute = 60_000;
const free = { visitors: 3, cases: 0, credits: 0, asksProvider: false };

describe("a replay begins by itself", () => {
  it.each([
    ["where there was none", { run: null }],
    ["for cases alone", { run: null, forecast: { visitors: 0, cases: 1, credits: 0, asksProvider: false } }],
    ["for a draft that was saved since", { run: { revision: 6, createdAt: now - minute } }],
    ["where the last is an hour old", { run: { revision: 7, createdAt: now - 61 * minute } }],
  ])("%s", (_, part) => {
    expect(beginsByItself({ forecast: free, revision: 7, now, ...part })).toBe(true);
  });

  it.each([
    [
      "where it costs something",
      { run: null, forecast: { visitors: 3, cases: 0, credits: 15, asksProvider: false } },
    ],
    ["where a provider makes the vectors", { run: null, forecast: { ...free, asksProvider: true } }],
    [
      "where there is nothing to ask",
      { run: null, forecast: { visitors: 0, cases: 0, credits: 0, asksProvider: false } },
    ],
    ["where this draft was replayed just now", { run: { revision: 7, createdAt: now - minute } }],
  ])("but not %s", (_, part) => {
    expect(beginsByItself({ forecast: free, revision: 7, now, ...part })).toBe(false);
  });
});
