import { describe, expect, it } from "vitest";
import { joinLines } from "./joinLines.ts";
import { listTurnedWords, mayHaveTurned } from "./mendLigatures.ts";
import { turnUpright } from "./turnUpright.ts";

/** A piece as pdf.js gives it, on one line. */
const piece = (str: string, { x = 0, width = 10, dir = "ltr" } = {}) => ({
  ...{ str, dir, width, hasEOL: false },
  transform: [12, 0, 0, 12, x, 700],
});
const signs = (...drawn: (string | number)[]) =>
  drawn.map((sign) => (typeof sign === "string" ? { unicode: sign } : sign));

describe("lines of a PDF", () => {
  it("turn joined letters back that pdf.js turned round with the word, and leave words with the same letters alone", () => {
    const words = listTurnedWords({
      // A move of the pen, then "فعالة خلال" as it is drawn, from left to right, with one sign for lam and alef.
      fnArray: [42, 44],
      argsArray: [[], [signs("ل", "لا", -3, "خ", " ", "ة", "ل", "ا", "ع", "ف")]],
    });
    const item = piece("فعالة خالل", { dir: "rtl", width: 80 });
    expect(mayHaveTurned([item])).toBe(true);
    expect(joinLines([item], words).map(({ text }) => text)).toEqual(["فعالة خلال"]);
  });

  it("have a space where the direction of writing turns between two words, and none before a full stop", () => {
    const items = [
      piece("لغة", { x: 90, width: 30, dir: "rtl" }),
      piece("Python", { x: 50, width: 40 }),
      piece("من", { x: 20, width: 30, dir: "rtl" }),
      piece(".", { x: 17, width: 3 }),
    ];
    expect(joinLines(items).map(({ text }) => text)).toEqual(["لغة Python من."]);
  });

  it.each([
    ["up the page", [0, 12, -12, 0], [300, 100], [300, 200]],
    ["down the page", [0, -12, 12, 0], [300, 700], [300, 600]],
    ["upside down", [-12, 0, 0, -12], [500, 300], [400, 300]],
  ])("that are printed %s are lines of the page as it is held to be read", (_, letters, one, other) => {
    const items = [
      { ...piece("Price"), transform: [...letters, ...one], width: 40 },
      { ...piece("Nine"), transform: [...letters, ...other], width: 30 },
    ];
    expect(joinLines(turnUpright(items))).toMatchObject([{ text: "Price | Nine", size: 12, hasCells: true }]);
  });

  it("of text from left to right have nothing to mend", () => {
    expect(mayHaveTurned([piece("plain")])).toBe(false);
  });
});
