import { expect, it } from "vitest";
import { findWindow } from "../../shared/domain/modelWindows.ts";
import type { FoundPassage } from "../knowledge/retrieve.ts";
import { fitWindow } from "./fitWindow.ts";
import type { Turn } from "./history.ts";

const passages = Array.from({ length: 12 }, (_, index): FoundPassage => ({
  ...{ passageId: `p${index}`, pageId: "page", sourceId: "s", title: "Help", headings: [], url: null },
  ...{ text: "word ".repeat(400), position: null, score: 12 - index },
}));
const turns = Array.from({ length: 12 }, (_, index): Turn => ({
  ...{ role: index % 2 === 0 ? "user" : "assistant", files: [] },
  content: `${index} `.padEnd(900, "said "),
}));
const fit = (name: string, fixed = "rules ".repeat(300)) =>
  fitWindow({
    window: findWindow({ name, provider: "openai" }),
    fixed: [fixed],
    turns,
    passages,
    hasTools: true,
  });

it("leaves everything to a large window", () => {
  expect(fit("gpt-4o")).toEqual({ turns, passages });
});

it("gives a small or unknown one the best passages and the newest turns, beginning with the visitor", () => {
  for (const name of ["gpt-4", "somebody/their-model"]) {
    const fitted = fit(name);
    expect(fitted.passages).toEqual(passages.slice(0, fitted.passages.length));
    expect(fitted.turns).toEqual(turns.slice(-fitted.turns.length));
    expect(fitted.turns[0]?.role).toBe("user");
    expect([fitted.passages.length, fitted.turns.length]).toEqual([5, 4]);
  }
});

it("keeps the best passage where nothing else has room", () => {
  expect(fit("gpt-4", "rules ".repeat(9000))).toEqual({ turns: [], passages: passages.slice(0, 1) });
});

it.each([
  ["gpt-4o", "openai", true],
  ["gpt-5", "openai", false],
  ["claude-sonnet-4-5", "anthropic", true],
  ["llama-3.3-70b", "meta", false],
  ["gpt-4o", "own", false],
  ["their-model", "own", false],
] as const)("tells %s of %s the answer's limit: %s", (name, provider, sends) => {
  expect(findWindow({ name, provider }).sendsAnswer).toBe(sends);
});
