import { describe, expect, it } from "vitest";
import { foldText, likeness, readNumbers, saysDeclined, saysNotFound, saysText } from "./sayings.ts";

describe("a text says another one", () => {
  it.each([
    ["Delivery takes 2–4 working days.", "2-4 working days"],
    ["It costs **1,490 kr** [1].", "1.490 kr"],
    ["It costs 1 490 kr.", "1490 kr"],
    ["Das kostet 149,00 €.", "149 €"],
    ["Das kostet 12,50 €.", "12.5 €"],
    ["Rückgabe binnen 60 Tagen", "ruckgabe"],
    ["Große Straße", "GROSSE STRASSE"],
    ["We send refunds by bank transfer.", "refund"],
    ["Write to help\\@lumen.example", "help@lumen.example".slice(5)],
    ["See [our returns](https://a.example/r).", "our returns"],
    ["Open from 10:00 to 18:00", "10:00"],
    ["Don’t worry", "don't worry"],
    ["三十天内可以退货。", "退货"],
  ])("%s ∋ %s", (text, wanted) => expect(saysText(text, wanted)).toBe(true));

  it.each([
    ["Within 160 days", "60 days"],
    ["It costs 60.5 kr", "60"],
    ["It costs 1,490 kr", "490 kr"],
    ["A coffee machine", "fee"],
    ["Freedom of choice", "free"],
    ["Version 3.14", "14"],
  ])("%s ∌ %s", (text, wanted) => expect(saysText(text, wanted)).toBe(false));
});

it("folds numbers of every country to one form and leaves dates and addresses alone", () => {
  expect(foldText("1.234.567,80 and 1,234,567.80 and 1 234 567.8")).toBe(
    "1234567.8 and 1234567.8 and 1234567.8",
  );
  expect(foldText("10.10.2026, 192.168.0.10")).toBe("10.10.2026, 192.168.0.10");
});

it("reads the numbers that an answer tells, and not those that count its lines", () => {
  expect(readNumbers("1. Print it [1]\n2. Send it within 60 days, 1,490 kr, 14:00 [2]")).toEqual([
    "60",
    "1490",
    "14:00",
  ]);
});

it.each([
  ["", "", 1],
  ["Returns are free", "returns are FREE!", 1],
  ["one two", "three four", 0],
])("likens “%s” to “%s”", (one, other, expected) => expect(likeness(one, other)).toBe(expected));

describe("an answer that found nothing", () => {
  it.each([
    "I couldn't find this on our pages.",
    "The passages do not contain information about bananas.",
    "There is no information about this in the pages I know.",
    "Water damage is not covered in the pages I know.",
    "Unfortunately, this color is not listed in any of the provided sources.",
    "The information I have does not cover this.",
    "Our pages do not include this.",
    "Das ist in den Seiten, die ich kenne, nicht enthalten.",
    "Dies ist leider nicht in meinen Quellen enthalten.",
    "Diese Angabe ist leider nicht enthalten.",
    "Dazu konnte ich leider nichts finden, es ist nicht enthalten.",
    "Je n'ai rien trouvé à ce sujet.",
    "No he encontrado nada sobre eso.",
    "Ik kon hier geen informatie over vinden.",
    "Não encontrei isso.",
  ])("%s", (text) => expect(saysNotFound(text)).toBe(true));

  it.each([
    "Returns are free within 60 days [1].",
    "From **Returns**:\n\n> If you did not find your size, send it back. [1]",
    "Refunds are not taxed.",
    "Water damage is not covered by the warranty [1].",
    "Prices with tax are not listed on the invoice [1].",
    "No, our policies do not cover this [1].",
    "No, the basic plans don't include this [1].",
    "The document says that the warranty does not cover water damage [1].",
    "Die Batterien sind nicht im Lieferumfang enthalten [1].",
    "Laut der Seite ist das Netzteil nicht enthalten [1].",
  ])("is not: %s", (text) => expect(saysNotFound(text)).toBe(false));
});

it.each([
  ["I can't help with this here.", true],
  ["Dabei kann ich hier nicht helfen.", true],
  ["No puedo ayudarle con esto aquí.", true],
  ["We help with everything.", false],
])("declines: %s %s", (text, expected) => expect(saysDeclined(text)).toBe(expected));
