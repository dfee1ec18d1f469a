import { describe, expect, it } from "vitest";
import { lineDiff } from "./lineDiff.ts";

describe("two texts line by line", () => {
  it.each([
    ["the same", "a\nb", "a\nb", " a| b"],
    ["a line that came", "a\nc", "a\nb\nc", " a|+b| c"],
    ["a line that went", "a\nb\nc", "a\nc", " a|-b| c"],
    ["a line for another", "a\nb\nc", "a\nx\nc", " a|-b|+x| c"],
    ["a line that moved", "a\nb\nc", "b\nc\na", "-a| b| c|+a"],
    ["nothing in common", "a", "b", "-a|+b"],
    ["from nothing", "", "a", "-|+a"],
    ["repeated lines", "a\na\nb", "a\nb\na", " a|-a| b|+a"],
  ])("shows %s", (_, before, after, shown) => {
    const signs = { same: " ", added: "+", removed: "-" };
    const lines = lineDiff(before, after).map(({ kind, text }) => signs[kind] + text);
    expect(lines.join("|")).toBe(shown);
  });

  it("gives both texts back, whatever they are", () => {
    const words = ["a", "b", "c", ""];
    const write = (seed: number) =>
      Array.from({ length: 12 }, (_unused, at) => words[(seed * (at + 3) * 7 + at * at) % 4] ?? "");
    for (let seed = 1; seed < 200; seed += 1) {
      const [before, after] = [write(seed).join("\n"), write(seed * 5 + 1).join("\n")];
      const lines = lineDiff(before, after);
      const without = (kind: string) => lines.filter((line) => line.kind !== kind).map(({ text }) => text);
      expect(without("added").join("\n")).toBe(before);
      expect(without("removed").join("\n")).toBe(after);
    }
  });

  it("gives up on a comparison that nobody would read", () => {
    const [before, after] = [1, 2].map((of) =>
      Array.from({ length: 1200 }, (_, at) => `${of} ${at}`).join("\n"),
    );
    const lines = lineDiff(before ?? "", after ?? "");
    expect(lines).toHaveLength(2400);
    expect(lines[0]?.kind).toBe("removed");
  });
});
