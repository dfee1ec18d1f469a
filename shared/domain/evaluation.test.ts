import { describe, expect, it } from "vitest";
import { compareAnswers } from "./evaluation.ts";
import type { Compared, ComparedAnswer, Comparison } from "./evaluation.ts";

const good: ComparedAnswer = {
  text: "You have 60 days to return a lamp [1].",
  citations: [{ title: "Returns", url: null }],
  error: null,
  isBlocked: false,
  passages: [{ text: "Returns are possible for 60 days." }],
};
const silent: ComparedAnswer = {
  ...good,
  text: "I did not find an answer to this in the pages I know.",
  citations: [],
};
const blocked: ComparedAnswer = { ...silent, text: "I can't help with this here.", isBlocked: true };
const uncited: ComparedAnswer = { ...good, text: "You have 60 days to return a lamp.", citations: [] };
const invented: ComparedAnswer = { ...good, text: "You have 90 days to return a lamp [1]." };
const reworded: ComparedAnswer = { ...good, text: "Send it back within two months: 60 days in all [1]." };
const other: ComparedAnswer = {
  ...good,
  text: "Lamps go back within 30 days [1].",
  passages: [{ text: "Since May: 30 days." }],
};
const broken: ComparedAnswer = { ...good, text: "You have", citations: [], error: "The model broke off." };
const loose: ComparedAnswer = { ...good, unsupported: ["You have 60 days."] };
const passed = [{ what: "kind" as const, passed: true, text: "It answers." }];
const failed = [{ what: "kind" as const, passed: false, text: "It should answer." }];

describe("two answers to one question", () => {
  it.each<[string, Partial<Compared>, Comparison, string]>([
    ["the same", {}, "same", "It says the same."],
    ["found", { before: silent }, "better", "It found an answer"],
    ["no longer found", { after: silent }, "worse", "no longer finds the answer"],
    ["silent where it was wrong", { after: silent, rating: -1 }, "same", "was rated bad"],
    ["silent both times", { before: silent, after: silent }, "same", "It says the same."],
    ["declined", { after: blocked }, "worse", "now declines to answer"],
    ["declined no more", { before: blocked }, "better", "Before, it declined"],
    ["cited", { before: uncited }, "better", "now names its sources"],
    ["cited no more", { after: uncited }, "worse", "no longer names a source"],
    ["a number from nowhere", { after: invented }, "worse", "90, which is in none"],
    ["a number from nowhere that is gone", { before: invented }, "better", "Fewer numbers"],
    ["more unsupported sentences", { after: loose }, "worse", "no passage supports"],
    ["other words", { after: reworded }, "same", "worded differently"],
    ["another number that a passage has", { after: other }, "same", "It says 30 where it said 60."],
    ["another answer than the bad one", { after: other, rating: -1 }, "better", "was rated bad"],
    ["another answer than the good one", { after: other, rating: 1 }, "worse", "was rated good"],
    ["broken off", { after: broken }, "worse", "It is incomplete"],
    ["whole again", { before: broken }, "better", "It is complete"],
    ["a case that passes now", { checks: { before: failed, after: passed } }, "better", "passes now"],
    [
      "a case that fails now",
      { checks: { before: passed, after: failed } },
      "worse",
      "passed before and fails now",
    ],
    ["a case that fails in both", { checks: { before: failed, after: failed } }, "same", "fails in both"],
    [
      "a case that passes in both",
      { after: other, checks: { before: passed, after: passed } },
      "same",
      "worded",
    ],
    [
      "a case that is right not to find it",
      { after: silent, checks: { before: failed, after: passed } },
      "better",
      "passes now",
    ],
  ])("%s", (_, changed, verdict, reason) => {
    const base: Compared = {
      question: "Can I return it?",
      before: good,
      after: good,
      rating: null,
      checks: null,
    };
    const seen = compareAnswers({ ...base, ...changed });
    expect(seen.verdict).toBe(verdict);
    expect(seen.reasons.map(({ text }) => text).join(" ")).toContain(reason);
  });
});
