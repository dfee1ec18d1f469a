import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markWords } from "./markWords.ts";

const own = (text: string, other: string) =>
  markWords(text, other)[0]
    .filter(({ isOwn }) => isOwn)
    .map(({ text: stretch }) => stretch.trim());

describe("the words that differ", () => {
  it("are marked on the side that has them", () => {
    const [one, other] = ["Send it back within thirty days, unworn.", "Send it back within fourteen days."];
    expect(own(one, other)).toEqual(["thirty days, unworn."]);
    expect(own(other, one)).toEqual(["fourteen days."]);
  });

  it("are marked in place, and nothing else", () => {
    expect(own("Open from ten to six.", "Open from nine to six.")).toEqual(["ten"]);
    expect(own("The same.", "The same.")).toEqual([]);
  });

  it("leave both texts as they are", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const [left, right] = markWords(one, other);
        expect(left.map(({ text }) => text).join("")).toBe(one);
        expect(right.map(({ text }) => text).join("")).toBe(other);
      }),
    );
  });
});
