import { expect, it } from "vitest";
import { listJoined, listParts } from "./listCompounds.ts";

it.each([
  ["zahlungsarten", ["zahlung", "art"]],
  ["kreditkarten", ["kredit", "kart"]],
  ["lampenschirm", ["lamp", "schirm"]],
])("%s may have been put together of its parts", (word, parts) => {
  expect(listParts(word, "de")).toContainEqual(parts);
});

it("words make one together, whichever ending joins them", () => {
  expect(listJoined(["rückgabe", "frist"], "de")).toContain("ruckgabefrist");
  expect(listJoined(["lampe", "schirme"], "de")).toContain("lampenschirm");
  expect(listJoined(["verzending", "kosten"], "nl")).toContain("verzendingskost");
});

it("languages that write words apart have none", () => {
  expect(listParts("remboursement", "fr")).toEqual([]);
  expect(listJoined(["carte", "cadeau"], "fr")).toEqual([]);
});
