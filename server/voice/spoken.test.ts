import { expect, it } from "vitest";
import { listSentences } from "./sentences.ts";
import { findHeard, toSpoken } from "./spoken.ts";

it.each([
  ["Refunds take **five** days [1].", "en", "Refunds take five days."],
  ["See [our page](https://shop.example/returns?x=1) for more.", "en", "See our page for more."],
  ["From **Returns › How long?**: Five", "en", "From Returns, How long?: Five"],
  ["It is **half of a bold sentence.", "en", "It is half of a bold sentence."],
  ["It is at https://www.shop.example/returns/all.", "en", "It is at shop.example."],
  ["We open on 2026-12-01.", "en", "We open on December 1, 2026."],
  ["Wir öffnen am 2026-12-01.", "de", "Wir öffnen am 1. Dezember 2026."],
  ["- Ships in 3-5 days", "en", "Ships in 3 – 5 days"],
  ["| Size | Price |", "en", "Size, Price"],
  ["|---|---|", "en", ""],
  ["```js\nlet a = 1;\n```", "en", ""],
])("says “%s” in %s as “%s”", (markdown, language, spoken) => {
  expect(toSpoken(markdown, language)).toBe(spoken);
});

it.each<[text: string, isWhole: boolean, sentences: string[]]>([
  ["Yes. We ship to Norway. It", false, ["Yes. ", "We ship to Norway. "]],
  ["Yes. We ship to Norway. It", true, ["Yes. ", "We ship to Norway. ", "It"]],
  [
    "Do this:\n1. Open the app.\n2. Press Save.",
    true,
    ["Do this:\n", "1. Open the app.\n", "2. Press Save."],
  ],
  ["Run\n```\na. B. c\n```\nThen stop.", true, ["Run\n", "```\na. B. c\n```\n", "Then stop."]],
  [
    "From **Returns › How long?**: Five days. **Now.** Yes",
    true,
    ["From **Returns › How long?**: Five days. ", "**Now.** Yes"],
  ],
  ["It is **open. Yes.\n\nNo. 2 ** 3. Ten", true, ["It is **open. Yes.\n\n", "No. ", "2 ** 3. ", "Ten"]],
  ["No end", false, []],
])("reads “%s”, whole: %s", (text, isWhole, sentences) => {
  const found = listSentences(text, { from: 0, isWhole, language: "en" });
  expect(found.map(({ from, to }) => text.slice(from, to))).toEqual(sentences);
});

it("begins a long sentence with its first clause", () => {
  const text = `When a parcel comes back to our warehouse, we look at it within a day and ${"then ".repeat(12)}`;
  const [first] = listSentences(text, { from: 0, isWhole: false, language: "en" });
  expect(text.slice(first?.from, first?.to)).toBe("When a parcel comes back to our warehouse, ");
});

it.each([
  ["Refunds take **five** days [1].", "Refunds take five days.", 7, ""],
  ["Refunds take **five** days [1].", "Refunds take five days.", 9, "Refunds"],
  ["Refunds take **five** days [1].", "Refunds take five days.", 23, "Refunds take **five** days [1]."],
])("keeps of “%s” what was heard of it", (text, spoken, characters, heard) => {
  expect(text.slice(0, findHeard(text, spoken, characters))).toBe(heard);
});
