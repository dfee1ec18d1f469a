import { describe, expect, it } from "vitest";
import { matchesGlob } from "./matchesGlob.ts";
import { isDue } from "./proactive.ts";
import type { PageVisit, ProactiveConditions } from "./proactive.ts";

const always: ProactiveConditions = {
  ...{ pages: [], notPages: [], afterSeconds: 0, scrollPercent: 0, onExit: false, visitors: "all" },
  ...{ attributes: [], event: "" },
};
const visit: PageVisit = {
  url: { host: "shop.example", pathname: "/pricing/", search: "?plan=pro" },
  ...{ seconds: 10, scrollPercent: 40, isLeaving: false, isReturning: true },
  ...{ attributes: { plan: "Pro", seats: 3, trial: null }, events: ["cart_left"] },
};
const attribute = (
  name: string,
  operator: ProactiveConditions["attributes"][number]["operator"],
  value = "",
) => ({
  attributes: [{ name, operator, value }],
});

describe("a rule", () => {
  it.each<[string, Partial<ProactiveConditions>, boolean]>([
    ["without conditions", {}, true],
    ["for this path", { pages: ["/pricing"] }, true],
    ["for another path", { pages: ["/checkout*"] }, false],
    ["for one path of several", { pages: ["/checkout*", "/pri*"] }, true],
    ["for this host", { pages: ["https://shop.example/*"] }, true],
    ["for another host", { pages: ["other.example/*"] }, false],
    ["for a query", { pages: ["/pricing?plan=*"] }, true],
    ["for everything", { pages: ["*"] }, true],
    ["not for this path", { pages: ["*"], notPages: ["/pricing"] }, false],
    ["after ten seconds", { afterSeconds: 10 }, true],
    ["after eleven seconds", { afterSeconds: 11 }, false],
    ["after 40 %", { scrollPercent: 40 }, true],
    ["after 41 %", { scrollPercent: 41 }, false],
    ["for visitors who leave", { onExit: true }, false],
    ["for visitors who come back", { visitors: "returning" }, true],
    ["for new visitors", { visitors: "new" }, false],
    ["for an attribute in other letters", attribute("plan", "is", "pro"), true],
    ["for a number", attribute("seats", "is", "3"), true],
    ["for another value", attribute("plan", "is_not", "pro"), false],
    ["for a value that nobody gave", attribute("team", "is_not", "sales"), true],
    ["for an attribute that is set", attribute("plan", "is_set"), true],
    ["for an attribute that is empty", attribute("trial", "is_not_set"), true],
    ["for an event", { event: "cart_left" }, true],
    ["for another event", { event: "cart_filled" }, false],
    [
      "that asks for several things, of which one does not hold",
      { pages: ["/pricing"], onExit: true },
      false,
    ],
  ])("%s", (_, when, isTrue) => {
    expect(isDue({ ...always, ...when }, visit)).toBe(isTrue);
  });
});

it.each([
  ["/a", "/a", true],
  ["/a", "/ab", false],
  ["/a*", "/ab", true],
  ["/a*b*c", "/axbxc", true],
  ["/a*b*c", "/axcxb", false],
  ["*ab", "ab", true],
  ["/ab*ab", "/ab", false],
  ["/.*", "/x", false],
  // As a regular expression this would take longer than the visit.
  [`/${"*a".repeat(150)}b`, `/${"a".repeat(5000)}`, false],
])("the pattern %s and the text %s: %s", (pattern, text, isTrue) => {
  expect(matchesGlob(pattern, text)).toBe(isTrue);
});
