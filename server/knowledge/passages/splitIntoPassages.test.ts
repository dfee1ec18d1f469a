import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Section } from "../parsing/ParsedDocument.ts";
import { splitIntoPassages } from "./splitIntoPassages.ts";

function split(text: string, options: { target?: number; section?: Partial<Section> } = {}) {
  const section: Section = { headings: [], text, position: {}, ...options.section };
  return splitIntoPassages({ sections: [section] }, { targetCharacters: options.target ?? 100 });
}

describe("splitIntoPassages", () => {
  it("keeps a short section whole, with its headings, place and anchor", () => {
    const section = { headings: ["Help", "Returns"], position: { page: 3 }, anchor: "returns" };
    expect(split("One.\n\nTwo.", { section })).toEqual([
      { text: "One.\n\nTwo.", ...section, hash: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ]);
  });

  it("cuts between paragraphs first, then between sentences, and tells the line", () => {
    const long = "The first sentence has some words. The second has some more of them. The third ends it.";
    const passages = split(`${"a".repeat(60)}\n\n${long}`, {
      target: 70,
      section: { position: { line: 10 } },
    });
    expect(passages.map(({ text, position }) => [position.line, text])).toEqual([
      [10, "a".repeat(60)],
      [12, "The first sentence has some words. The second has some more of them."],
      [12, "The third ends it."],
    ]);
  });

  it("repeats the header of a table in each passage and counts its rows", () => {
    const rows = Array.from({ length: 9 }, (_, index) => `| size ${index} | ${index * 10} cm |`);
    const table = ["| Size | Width |", "| --- | --- |", ...rows].join("\n");
    const passages = split(table, { section: { position: { row: 2 } } });
    expect(passages.length).toBeGreaterThan(1);
    for (const { text } of passages) expect(text).toMatch(/^\| Size \| Width \|\n\| --- \| --- \|\n\| size/);
    const firstRows = passages.map(({ text }) => rows.indexOf(text.split("\n")[2] ?? ""));
    expect(passages.map(({ position }) => position.row)).toEqual(firstRows.map((row) => row + 2));
    expect(passages.map(({ text }) => text.split("\n").slice(2)).flat()).toEqual(rows);
  });

  it("writes rows of a wide table as names and values", () => {
    const names = Array.from({ length: 12 }, (_, index) => `column ${index}`);
    const table = [
      `| ${names.join(" | ")} |`,
      `|${" --- |".repeat(12)}`,
      `| ${names.map((_, at) => at).join(" | ")} |`,
    ];
    expect(split(table.join("\n"))[0]?.text).toMatch(/^column 0: 0; column 1: 1;/);
  });

  it("keeps the fence around each part of a long code block, empty lines inside included", () => {
    const code = Array.from({ length: 12 }, (_, index) =>
      index === 5 ? "" : `const value${index} = ${index};`,
    );
    const passages = split(["```js", ...code, "```"].join("\n"));
    expect(passages.length).toBeGreaterThan(1);
    for (const { text } of passages) expect(text).toMatch(/^```js\n[\s\S]*\n```$/);
  });

  it.each([
    ["Chinese without spaces", "这是一个很长的句子没有任何空格".repeat(40)],
    ["Chinese sentences", "我们在五天内发货。退货需要十四天。".repeat(20)],
    ["Thai", "สวัสดีครับผมชื่อสมชายยินดีที่ได้รู้จัก".repeat(20)],
    ["an unbroken key", "a1b2c3d4".repeat(200)],
    ["families of emoji", "👨‍👩‍👧‍👦".repeat(80)],
    ["letters with marks", "ź̀".repeat(300)],
  ])("cuts %s without losing or breaking a character", (_, text) => {
    const passages = split(text);
    expect(passages.map((passage) => passage.text).join("")).toBe(text);
    for (const passage of passages) {
      expect(passage.text.isWellFormed()).toBe(true);
      expect(passage.text.length).toBeLessThanOrEqual(130);
    }
  });

  it("counts the fences of code into a passage's length", () => {
    const passages = split("```\nnpm i x\n```\n\n".repeat(20));
    for (const passage of passages) expect(passage.text.length).toBeLessThanOrEqual(130);
    expect(
      passages
        .map((passage) => passage.text)
        .join("\n")
        .match(/npm i x/g),
    ).toHaveLength(20);
  });

  it("gives the same hash for the same text under other headings", () => {
    const [one] = split("Free shipping over 50 €.", { section: { headings: ["A"] } });
    const [other] = split("Free shipping  over 50 €.", { section: { headings: ["B"] } });
    expect(one?.hash).toBe(other?.hash);
  });

  it("keeps every word of any text, in order, in passages that are not much too long", () => {
    const line = fc.oneof(
      fc.lorem({ mode: "sentences" }),
      fc.string(),
      fc.constantFrom("", "- item", "```", "| a | b |", "1. one"),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const text = lines.filter((each) => !each.startsWith("|")).join("\n");
        const passages = split(text);
        const words = (written: string) => written.replace(/`{3,}|~{3,}/g, " ").replace(/\s+/g, "");
        expect(passages.map((passage) => words(passage.text)).join("")).toBe(words(text));
        for (const passage of passages) expect(passage.text.length).toBeLessThan(150);
        expect(split(text)).toEqual(passages);
      }),
    );
  });
});
