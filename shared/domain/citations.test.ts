import { describe, expect, it } from "vitest";
import {
  citationAt,
  firstMark,
  lengthOfLeadingCitations,
  listCitations,
  readCited,
  replaceMarks,
  withoutBegunCitation,
  withoutCitations,
  withoutTrailingCitations,
  writeCitation,
} from "./citations.ts";

describe("citations in a text", () => {
  it.each([
    ["Free [1].", [1], "Free."],
    ["Free[1][22]", [1, 22], "Free"],
    ["Free [1] and fast [2]", [1, 2], "Free and fast"],
    ["A link [1](https://a.example)", [], "A link [1](https://a.example)"],
    ["In [1999] or [x]", [], "In [1999] or [x]"],
  ])("are found in and taken out of %s", (text, numbers, without) => {
    expect(listCitations(text)).toEqual(numbers);
    expect(withoutCitations(text)).toBe(without);
  });

  it("are written as they are read", () => {
    for (const number of [1, 12, 999]) {
      const text = writeCitation(number);
      expect(listCitations(text)).toEqual([number]);
      expect(citationAt(`a${text}`, 1)).toEqual({ number, length: text.length });
      expect(withoutCitations(text)).toBe("");
      expect(lengthOfLeadingCitations(`${text} b`)).toBe(text.length + 1);
      expect(withoutTrailingCitations(`b ${text} `)).toBe("b");
    }
  });

  it("are left out while they are written", () => {
    const text = `Free ${writeCitation(12)}`;
    for (let length = 5; length <= text.length; length++)
      expect(withoutBegunCitation(text.slice(0, length))).toBe(length === 5 ? "Free " : "Free");
    expect(withoutBegunCitation(`${text}. A list [of`)).toBe(`${text}. A list [of`);
  });

  it.each([
    ["1", [1]],
    ["1, 2;3", [1, 2, 3]],
    ["^4", [4]],
    ["5†page 12", [5]],
    ["1 to 2", null],
    ["note", null],
  ])("are read as models write them: %s", (inner, numbers) => {
    expect(readCited(inner)).toEqual(numbers);
  });

  it("leave marks of a drawing alone, which are replaced by their numbers", () => {
    const text = `a ${writeCitation(firstMark)} b [1] ${writeCitation(firstMark + 1)}`;
    expect(replaceMarks(text, (number) => (number === firstMark ? "" : undefined))).toBe("a  b [1] [1001]");
  });

  it("begin no definition and no link", () => {
    expect(citationAt("[1]: https://a.example", 0)).toBeNull();
    expect(citationAt("[1](https://a.example)", 0)).toBeNull();
  });
});
