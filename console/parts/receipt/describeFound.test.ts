import { describe, expect, it } from "vitest";
import { describeFound, describeVectors } from "./describeFound.ts";

describe("what found a passage", () => {
  it.each([
    [undefined, null],
    [
      { lexical: { rank: 1, score: 7.123 }, vector: { rank: 3, score: 0.815 } },
      "words 1. (7.12) · meaning 3. (0.81)",
    ],
    [{ lexical: null, vector: { rank: 2, score: 0.5 } }, "not by words · meaning 2. (0.50)"],
    [{ lexical: { rank: 4, score: 2 }, vector: null }, "words 4. (2.00) · not by meaning"],
  ])("%j is told as %s", (by, told) => {
    expect(describeFound({ by })).toBe(told);
  });

  it("names the model that made the question's vector, or why only words decided", () => {
    const model = "text-embedding-3-small";
    expect(describeVectors(undefined)).toBeNull();
    expect(describeVectors({ model, ms: 41.6, reason: null })).toBe(
      "Words and meaning, by OpenAI text-embedding-3-small in 42 ms",
    );
    expect(describeVectors({ model: "own/k1/bge-m3", ms: 0, reason: "It is busy." })).toBe(
      "Words only. bge-m3 failed: It is busy.",
    );
  });
});
