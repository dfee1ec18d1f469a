import { describe, expect, it } from "vitest";
import { checkAnswer, hasPassed } from "./testCases.ts";
import type { Expectation, SeenAnswer } from "./testCases.ts";

const wanted: Expectation = { kind: "answer", expected: [], forbidden: [], source: null };
const answer: SeenAnswer = {
  text: "You have 60 days to return a lamp [1].",
  citations: [{ title: "Returns", url: "https://www.lumen.example/returns/#:~:text=60%20days" }],
  error: null,
  isBlocked: false,
};
const silent = { ...answer, text: "I did not find an answer to this in the pages I know.", citations: [] };
const blocked = { ...answer, text: "Ask our lawyers.", citations: [], isBlocked: true };

describe("a test case", () => {
  it.each<[string, Partial<Expectation>, SeenAnswer, boolean]>([
    ["an answer", {}, answer, true],
    ["an answer where none was found", {}, silent, false],
    ["an answer where it declines", {}, blocked, false],
    ["not found", { kind: "not_found" }, silent, true],
    ["not found where it answers", { kind: "not_found" }, answer, false],
    ["no talk of it", { kind: "declined" }, blocked, true],
    ["no talk of it where it says that it found nothing", { kind: "declined" }, silent, false],
    ["facts", { expected: ["60 days", "LAMP"] }, answer, true],
    ["a fact that is missing", { expected: ["60 days", "30 days"] }, answer, false],
    ["a text that must not be there", { forbidden: ["lamp"] }, answer, false],
    ["a text that is not there", { forbidden: ["banana"] }, answer, true],
    ["a source by its title", { source: "returns" }, answer, true],
    ["a source by its address", { source: "http://lumen.example/returns" }, answer, true],
    ["a source by its path", { source: "/returns" }, answer, true],
    ["another source", { source: "Shipping" }, answer, false],
    ["a source where nothing is cited", { source: "Returns" }, { ...answer, citations: [] }, false],
    ["a page that must not be cited, where it is", { wrongSource: "/returns" }, answer, false],
    ["a page that must not be cited, where it is not", { wrongSource: "Shipping" }, answer, true],
    ["a whole answer", {}, { ...answer, error: "The model broke off." }, false],
  ])("asks for %s", (_, changed, seen, expected) => {
    expect(hasPassed(checkAnswer({ ...wanted, ...changed }, seen))).toBe(expected);
  });

  it("says what it saw", () => {
    const checks = checkAnswer({ ...wanted, expected: ["30 days"], source: "Shipping" }, answer);
    expect(checks.map(({ text }) => text)).toEqual([
      "It answers.",
      "It does not say “30 days”.",
      "It does not cite “Shipping”: it cites “Returns”.",
    ]);
  });
});
