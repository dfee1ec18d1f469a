import { describe, expect, it } from "vitest";
import { pairResults } from "./pairResults.ts";

type Verdict = "passed" | "failed" | null;
const say = (caseId: string | null, verdict: Verdict, overruled: Verdict = null) => ({
  ...{ id: `${caseId}-${verdict}`, caseId, question: `Question ${caseId}`, verdict, overruled },
});

describe("the results of two runs", () => {
  it("are beside each other by case, lost ones first", () => {
    const pairs = pairResults(
      [say("a", "passed"), say("b", "failed"), say("c", "passed"), say("d", "passed")],
      [say("a", "passed"), say("b", "passed"), say("c", "failed"), say("e", "failed")],
    );
    expect(pairs.map(({ caseId, change }) => [caseId, change])).toEqual([
      ["c", "lost"],
      ["b", "gained"],
      ["a", "none"],
      ["d", "none"],
      ["e", "none"],
    ]);
    expect(pairs.at(-1)).toMatchObject({ one: null, other: { verdict: "failed" } });
  });

  it("go by a person's word, and change nothing where one was not asked", () => {
    const [overruled] = pairResults([say("a", "failed", "passed")], [say("a", "failed")]);
    expect(overruled?.change).toBe("lost");
    const [unasked] = pairResults([say("a", null)], [say("a", "failed")]);
    expect(unasked?.change).toBe("none");
  });

  it("are those of cases only", () => {
    expect(pairResults([say(null, "passed")], [])).toEqual([]);
  });
});
