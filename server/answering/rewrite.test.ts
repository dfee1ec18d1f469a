import { describe, expect, it } from "vitest";
import { rewriteQuestion } from "./rewrite.ts";

describe("a question that leans on the one before", () => {
  it.each([
    ["and how much is it?", ["Tell me about the Nordlys desk lamp"], "Nordlys"],
    ["And to Sweden?", ["How long does delivery to Norway take?"], "delivery"],
    ["how long?", ["How long does delivery to Norway take?", "And to Sweden?"], "delivery"],
    ["Is it dimmable?", ["Do you have the Nordlys lamp?"], "Nordlys"],
    ["no, I mean express", ["What does delivery cost?"], "delivery"],
    ["what happens to my posts then?", ["How do I delete my account?"], "account"],
    ["Und nach Schweden?", ["Wie lange dauert die Lieferung nach Norwegen?"], "Lieferung"],
  ])("“%s” gets what it leaves out", (question, asked, expected) => {
    const history = asked.flatMap((content) => [
      { role: "user" as const, content },
      { role: "assistant" as const, content: "Something about bananas." },
    ]);
    const rewritten = rewriteQuestion(question, history);
    expect(rewritten).toContain(question);
    expect(rewritten).toContain(expected);
    expect(rewritten).not.toContain("bananas");
  });

  it.each([
    ["stands for itself", "How do I return a lamp to your shop?", ["Do you ship to Norway?"]],
    ["is the first", "and how much is it?", []],
  ])("stays as it is when it %s", (_, question, asked) => {
    expect(
      rewriteQuestion(
        question,
        asked.map((content) => ({ role: "user" as const, content })),
      ),
    ).toBeNull();
  });
});
