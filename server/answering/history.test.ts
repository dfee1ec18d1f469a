import { describe, expect, it } from "vitest";
import { planHistory } from "./history.ts";
import type { PastMessage } from "./rewrite.ts";
import { writeTranscript } from "./summary.ts";

describe("a conversation as a model gets it", () => {
  it("stands word by word while it is short", () => {
    const planned = planHistory(talk(12));
    expect(planned.turns).toHaveLength(12);
    expect(planned).toMatchObject({ summary: null, toSummarize: null });
  });

  it("goes on word by word until there is enough to be summarized at once", () => {
    expect(planHistory(talk(17))).toMatchObject({ summary: null, toSummarize: null });
    const planned = planHistory(talk(18));
    expect(planned.turns).toHaveLength(18);
    expect(planned.summary).toBeNull();
    expect(planned.toSummarize).toMatchObject({ to: 6, messages: { length: 6 } });
  });

  it("stands in short up to where its summary reaches, and is summarized further only by six messages", () => {
    const summary = { text: "They bought a lamp.", to: 6 };
    const planned = planHistory(talk(20), summary);
    expect(planned.turns[0]?.content).toContain("question 6");
    expect(planned).toMatchObject({ summary: summary.text, toSummarize: null });
    expect(planHistory(talk(24), summary).toSummarize).toMatchObject({ to: 12, messages: { length: 6 } });
  });

  it("has the visitor's own words where there is no summary yet", () => {
    const planned = planHistory(talk(30));
    expect(planned.turns).toHaveLength(18);
    expect(planned.summary).toMatch(/^The visitor wrote before:\n- question 0\n- question 2/);
    expect(planned.toSummarize).toMatchObject({ to: 18 });
  });

  it("has nothing in short of what is hidden, also where that stands at the place of the cut", () => {
    const content = `${"lamp ".repeat(29)}4111 1111 1111 1111`;
    const history = [{ role: "user" as const, content }, ...talk(30)];
    const hide = (text: string) => text.replace("4111 1111 1111 1111", "⟦card 1⟧");
    expect(planHistory(history).summary).toContain("4111");
    expect(planHistory(history, null, hide).summary).not.toContain("4111");
    const summary = { text: "They gave 4111 1111 1111 1111.", to: 6 };
    expect(planHistory(talk(20), summary, hide).summary).toBe("They gave ⟦card 1⟧.");
  });

  it("counts places, not what was loaded of it", () => {
    const loaded = talk(30).map((message, index) => ({ ...message, position: 100 + index }));
    expect(planHistory(loaded).toSummarize?.to).toBe(118);
    expect(planHistory(loaded, { text: "Short.", to: 118 }).turns).toHaveLength(12);
  });

  it("is bounded by characters too, and begins with the visitor", () => {
    const planned = planHistory(talk(8, "x".repeat(3000)));
    expect(planned.turns).toHaveLength(4);
    expect(planned.turns[0]?.role).toBe("user");
    expect(planned.toSummarize).not.toBeNull();
  });
});

describe("a conversation as lines of data", () => {
  it("has nothing of what is hidden where a message is cut", () => {
    const content = `${"lamp ".repeat(398)}4111 1111 1111 1111`;
    const hide = (text: string) => text.replace("4111 1111 1111 1111", "⟦card 1⟧");
    expect(writeTranscript([{ role: "user", content }], hide)).not.toContain("4111");
  });
});

function talk(count: number, padding = ""): PastMessage[] {
  return Array.from({ length: count }, (_, index) => ({
    role: index % 2 === 0 ? "user" : "assistant",
    content: `${index % 2 === 0 ? "question" : "answer"} ${index}${padding}`,
  }));
}
