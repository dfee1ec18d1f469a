import { expect, it } from "vitest";
import { listPieces, pauseAtLines } from "./pieces.ts";

const cut = (text: string, from = 0, isWhole = false) =>
  listPieces(text, { from, isWhole }).map((piece) => text.slice(piece.from, piece.to));

it.each([
  ["waits for the end of a word", "Refu", []],
  ["gives all whole words", "Refunds take fi", ["Refunds take "]],
  ["cuts no bold words in two", "It takes **five da", ["It takes "]],
  ["cuts no emphasis in two", "It takes *five da", ["It takes "]],
  ["waits for a link's address", "See [our page](https://example.com/a", ["See "]],
  ["waits for a citation's end", "Five days. [1", ["Five days. "]],
  ["keeps a list's sign with its words", "Choose:\n- ", ["Choose:\n"]],
  ["waits for the end of a table's row", "Prices:\n| A | B ", ["Prices:\n"]],
  ["waits for the end of a block of code", "Try:\n```\nnpm start\n", ["Try:\n"]],
])("%s", (_, text, pieces) => {
  expect(cut(text)).toEqual(pieces);
});

it("gives the rest of a whole text, open marks included", () => {
  expect(cut("It takes **five", 9, true)).toEqual(["**five"]);
  expect(cut("Done. ", 5, true)).toEqual([]);
});

it("pauses where a line ends without a sign", () => {
  expect(pauseAtLines("**Refunds**\nFive days.\n- by card\n")).toBe("**Refunds**,\nFive days.\n- by card,\n");
});
