import { expect, it } from "vitest";
import { excerptOf } from "./excerpt.ts";

function marked(content: string, search: string): string[] {
  const { text, marks } = excerptOf(content, search);
  return marks.map(({ from, to }) => text.slice(from, to));
}

it.each([
  ["a word in another form", "My lantern flickers, both lanterns do", "lanterns", ["lantern", "lanterns"]],
  ["a word of which the beginning was typed", "The umbrella broke", "umbre", ["umbrella"]],
  ["every word, in any order", "The zipper of my rucksack", "rucksack zipper", ["zipper", "rucksack"]],
  ["a word with accents", "Où est le CAFÉ?", "cafe", ["CAFÉ"]],
  ["Chinese in the middle of a sentence", "我上週買的帳篷可以退貨嗎？", "帳篷", ["帳篷"]],
  ["Korean before its ending", "환불은 언제 되나요", "환불", ["환불"]],
  ["Thai", "ฉันต้องการคืนสินค้า", "สินค้า", ["สินค้า"]],
  ["a part of a number", "Order 84-7731 has not come", "7731", ["7731"]],
  [
    "an address as one",
    "Write to ana.souza@example.com please",
    "ana.souza@example.com",
    ["ana.souza@example.com"],
  ],
  ["a compound by its other spelling", "There is no Wi-Fi here", "wifi", ["Wi-Fi"]],
  ["text and not Markdown", "Take the **blue** [tent](https://a.example/tent)", "tent", ["tent"]],
])("marks %s", (_, content, search, words) => {
  expect(marked(content, search)).toEqual(words);
});

it("begins with the sentence that has the words, and ends soon", () => {
  const long = `${"Nothing of it. ".repeat(20)}Then came the gramophone. ${"And more. ".repeat(40)}`;
  const { text, marks } = excerptOf(long, "gramophone");
  expect(text).toMatch(/^…Then came the gramophone\. And more\..*…$/);
  expect(text.length).toBeLessThan(190);
  expect(marks).toEqual([{ from: 15, to: 25 }]);
});

it("begins near the words where no sentence does", () => {
  const { text, marks } = excerptOf(`${"word ".repeat(200)}gramophone`, "gramophone");
  expect(text).toMatch(/^…word .* gramophone$/);
  expect(text.slice(marks[0]?.from)).toBe("gramophone");
});
