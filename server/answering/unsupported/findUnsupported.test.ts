import { describe, expect, it } from "vitest";
import { helpPassages } from "../../../tests/kit/knowledge/helpPages.ts";
import { findUnsupported } from "./findUnsupported.ts";

const all = helpPassages.map(({ title, headings, text }) => [title, ...headings, text].join("\n"));
const passages = all.filter((text) => !/^(Versand|Rückgabe)/.test(text));
const german = [
  "Versand\nDer Versand nach Österreich kostet 9,90 Euro und dauert drei bis fünf Werktage. Ab 80 Euro ist er kostenlos.",
];
const french = ["Livraison\nLa livraison en Belgique coûte 6,50 € et prend 3 à 5 jours ouvrables."];
const spanish = [
  "Devoluciones\nPuede devolver cualquier lámpara en un plazo de 60 días, sin usar y en su caja.",
];
const arabic = ["الشحن\nيستغرق التوصيل داخل النرويج من ٢ إلى ٤ أيام عمل وتكلفته ٧٩ كرونة."];

describe("a sentence that what was given supports is not marked", () => {
  it.each<[string, string, string[]?]>([
    ["what stands there", "Delivery within Norway takes 2–4 working days [1]."],
    ["a number in words", "All lamps have a guarantee of 5 years against defects in material."],
    [
      "grouped digits",
      "Orders above 1,299 kr or 999 kr ship free.",
      [...passages, "Orders over 1 299 kr ship free."],
    ],
    [
      "two passages put together",
      "You can return a lamp within 60 days, and the money is paid back within 5 days.",
    ],
    ["a greeting", "Hello! Happy to help."],
    ["a question", "Would you like the 2025 catalogue from Bergen?"],
    ["what was not found", "I did not find anything about bananas in the pages."],
    ["what the visitor said", "For your 3 lamps in Reykjavik, shipping within Norway costs 79 kr."],
    ["a list", "1. Sign in and open the order.\n2. Choose *Return items*.\n3. Print the label."],
    ["code", "```\nnpm install something 4711\n```"],
    ["another language with the same numbers", "Die Lieferung nach Schweden dauert 4–6 Arbeitstage."],
    ["German", "Der Versand nach Österreich dauert 3–5 Werktage und kostet 9,90 Euro.", german],
    ["French", "La livraison en Belgique prend trois à cinq jours ouvrables.", french],
    ["Spanish", "Puede devolver la lámpara en 60 días si está sin usar.", spanish],
    ["Arabic", "يستغرق التوصيل داخل النرويج من 2 إلى 4 أيام عمل.", arabic],
  ])("%s", async (_, text, from = passages) => {
    expect(await find(text, from)).toEqual([]);
  });
});

describe("a sentence that nothing supports is marked", () => {
  it.each<[string, "number" | "name" | "words", string, string, string[]?]>([
    ["another number", "number", "7", "Delivery within Norway takes 7 working days [1]."],
    ["another number in words", "number", "10", "All lamps come with a ten-year guarantee against defects."],
    ["the number of another subject", "number", "60", "Shipping within Norway costs 60 kr."],
    ["a name from nowhere", "name", "Swish", "You can pay with Vipps or with Swish."],
    ["a product from nowhere", "name", "USB4", "The lamps in material and workmanship come with USB4."],
    [
      "other words",
      "words",
      "factory",
      "Every lamp comes out of our own factory, powered entirely by wind turbines.",
    ],
    ["a German number", "number", "12.9", "Der Versand nach Österreich kostet 12,90 Euro.", german],
    [
      "German words",
      "words",
      "solaranlagen",
      "Unsere Werkstatt nutzt ausschließlich eigene Solaranlagen und Regenwasser.",
      german,
    ],
    ["a French number", "number", "8", "La livraison en Belgique prend 8 jours ouvrables.", french],
    ["a Spanish number", "number", "90", "Puede devolver cualquier lámpara en 90 días.", spanish],
    ["an Arabic number", "number", "9", "يستغرق التوصيل داخل النرويج 9 أيام عمل.", arabic],
    [
      "a foreign language with another number",
      "number",
      "17",
      "Die Lieferung nach Schweden dauert 17 Arbeitstage.",
    ],
    [
      "anything, where nothing was found",
      "words",
      "warehouse",
      "Lamps leave the warehouse daily in wooden crates.",
      [],
    ],
  ])("%s", async (_, why, missing, text, from = passages) => {
    const [found, ...others] = await find(text, from);
    expect(others).toEqual([]);
    expect(found).toMatchObject({ why, text });
    expect(found?.missing.join(" ").toLowerCase()).toContain(missing.toLowerCase());
  });

  it("stands where its place says, among others, in any Markdown", async () => {
    const text =
      "Sure!\n\n## Shipping to Mars\n\n- **Norway:** delivery takes 2–4 working days [1].\n- It costs e.g. 4711 kr within Norway. [2] That is all.\n";
    const [found, ...others] = await find(text, passages);
    expect(others).toEqual([]);
    expect(found && text.slice(found.from, found.to)).toBe("It costs e.g. 4711 kr within Norway. [2]");
  });
});

it("lets others have their turn while the sentences of many answers are compared", async () => {
  const text = "Delivery within Norway takes 7 working days [1]. It is made of bamboo. ".repeat(20);
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const answers = await Promise.all(Array.from({ length: 30 }, () => find(text, passages)));
  clearImmediate(timer);
  expect(new Set(answers.map((marked) => marked.length))).toEqual(new Set([20]));
  expect(turns).toBeGreaterThan(2);
});

it("takes any text, and no long time for it", async () => {
  const startedAt = performance.now();
  for (const text of [
    "",
    "\n\n",
    "[1]",
    "1.".repeat(5000),
    "A".repeat(32_000),
    "Word 12. ".repeat(3500),
    "`".repeat(999),
  ]) {
    for (const { from, to, text: marked } of await find(text, passages))
      expect(text.slice(from, to)).toBe(marked);
  }
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

function find(text: string, from: string[]) {
  return findUnsupported(text, {
    passages: from,
    cited: [0, 3],
    said: ["Do 3 lamps to Reykjavik? About bananas?"],
  });
}
