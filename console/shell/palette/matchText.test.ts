import { describe, expect, it } from "vitest";
import { matchText } from "./matchText.ts";

/** The label with what answers in brackets. */
function mark(typed: string, label: string, extraText?: string): string | null {
  const match = matchText(typed, label, extraText);
  return (
    match && Array.from(label, (letter, at) => (match.at.includes(at) ? `[${letter}]` : letter)).join("")
  );
}

describe("what is typed", () => {
  it.each([
    ["da", "Data Sources", "[D][a]ta Sources"],
    ["sou", "Data Sources", "Data [S][o][u]rces"],
    ["ds", "Data Sources", "[D]ata [S]ources"],
    ["daso", "Data Sources", "[D][a]ta [S][o]urces"],
    ["sources data", "Data Sources", "[D][a][t][a] [S][o][u][r][c][e][s]"],
    ["ata", "Data Sources", "D[a][t][a] Sources"],
    ["unal", "Ünal’s Helfer", "[Ü][n][a][l]’s Helfer"],
    ["ÜNAL", "ünal", "[ü][n][a][l]"],
    ["👩‍👧", "👩‍👧 Family", "[👩][\u200d][👧] Family"],
  ])("%j is found in %j", (typed, label, expected) => {
    expect(mark(typed, label)).toBe(expected);
  });

  it.each([
    ["dz", "Data Sources"],
    ["so da x", "Data Sources"],
    ["t", "Data Sources"],
    ["dtsrcs", "Data Sources"],
  ])("%j is not found in %j", (typed, label) => {
    expect(mark(typed, label)).toBeNull();
  });

  it("may be beside the label, and never half in one and half in the other", () => {
    expect(mark("data harbour", "Data Sources", "Harbour Help")).toBe("[D][a][t][a] Sources");
    expect(mark("na", "Night desk", "Agents")).toBeNull();
  });

  it("counts more at the beginning than at a later word, in leaps, or inside one", () => {
    const scores = ["Sources", "Data Sources", "Some rest", "Resource"].map(
      (label) => matchText("so", label)?.score,
    );
    expect(scores).toEqual([100, 80, 100, 40]);
    expect(matchText("sr", "Some rest")?.score).toBe(60);
    expect(matchText("so", "Agent", "Sources")?.score).toBe(70);
  });

  it("terminates on a text built to run forever", () => {
    expect(matchText("a".repeat(200), "a ".repeat(100))).toBeNull();
  });
});
