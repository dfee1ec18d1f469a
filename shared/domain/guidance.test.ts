import { describe, expect, it } from "vitest";
import { findBlockedTopic, matchGuidance, type AskedAbout, type GuidanceRule } from "./guidance.ts";

const asked = { question: "", pageUrl: "https://shop.example/checkout/step-2?x=1", isVerified: false };

function holds(when: Partial<GuidanceRule["when"]>, about: Partial<AskedAbout>): boolean {
  const rule: GuidanceRule = {
    ...{ title: "A rule", category: "other", text: "Do it.", isEnabled: true },
    when: { words: [], pages: [], audience: "everyone", ...when },
  };
  return matchGuidance([rule], { ...asked, ...about }).length === 1;
}

describe("a rule of guidance", () => {
  it("holds always where it names no condition, and never while it is off", () => {
    expect(holds({}, {})).toBe(true);
    const off: GuidanceRule = {
      ...{ title: "Off", category: "style", text: "x", isEnabled: false },
      when: { words: [], pages: [], audience: "everyone" },
    };
    expect(matchGuidance([off], asked)).toEqual([]);
  });

  it.each([
    ["refund", "Can I get a REFUND?", true],
    ["refund", "refunds are nice", false],
    ["refund*", "Refunds, please", true],
    ["money back", "I want my money  back!", true],
    ["back", "feedback", false],
    ["Rückgabe", "Wie geht die ru\u0308ckgabe?", true],
    ["返品", "この商品を返品したい", true],
    ["c++", "Do you teach C++?", true],
    [" ", "anything", false],
    ["*", "anything", false],
  ])("with the word %j and the message %j: %s", (word, question, expected) => {
    expect(holds({ words: [word] }, { question })).toBe(expected);
  });

  it.each([
    ["/checkout", true],
    ["shop.example/*step-2", true],
    ["step-2*checkout", false],
    ["/cart", false],
  ])("with the page %j: %s", (page, expected) => expect(holds({ pages: [page] }, {})).toBe(expected));

  it("with a page needs to know where the visitor is", () => {
    expect(holds({ pages: ["/"] }, { pageUrl: null })).toBe(false);
  });

  it.each([
    ["verified", true, true],
    ["verified", false, false],
    ["unverified", false, true],
    ["unverified", true, false],
  ] as const)("for %s people where verified is %s: %s", (audience, isVerified, expected) => {
    expect(holds({ audience }, { isVerified })).toBe(expected);
  });

  it("needs all of its conditions", () => {
    const when = { words: ["refund"], pages: ["/checkout"] };
    expect(holds(when, { question: "a refund" })).toBe(true);
    expect(holds(when, { question: "a refund", pageUrl: "https://shop.example/" })).toBe(false);
  });

  it("stays quick however long message and word are", () => {
    expect(holds({ words: ["a".repeat(80)] }, { question: "a".repeat(20_000) })).toBe(false);
  });
});

describe("a blocked topic", () => {
  const topics = [
    { name: "Law", words: ["lawyer", "sue*"] },
    { name: "Politics", words: ["election"] },
  ];
  it("is the first whose words stand in the message", () => {
    expect(findBlockedTopic(topics, "Who wins the election, says your lawyer?")?.name).toBe("Law");
    expect(findBlockedTopic(topics, "Can I return this?")).toBeUndefined();
  });
});
