import { expect, it } from "vitest";
import { gatherParts, listNewWords, withoutEcho } from "./words.ts";

it.each([
  ["Do you ship to Norway?", "do you ship", "to Norway?"],
  ["Do you ship?", "do you ship", ""],
  ["Something else", "do you ship", ""],
])("hears in “%s” after “%s” only “%s”", (text, before, rest) => {
  expect(listNewWords(text, before)).toBe(rest);
});

it.each([
  ["refunds take five", "Refunds take five days.", ""],
  ["five days", "Refunds take five days.", ""],
  ["refunds take five wait please", "Refunds take five days.", "wait please"],
  ["and what about five", "Refunds and returns take five days.", "and what about five"],
  ["stop", "Refunds take five days.", "stop"],
])("hears in “%s” over “%s” only “%s”", (text, spoken, rest) => {
  expect(withoutEcho(text, spoken)).toBe(rest);
});

it("takes no more in a turn than a message holds", () => {
  const parts = gatherParts();
  for (let part = 0; part < 500; part += 1) parts.put(part, "a");
  expect(parts.put(500, "more")).not.toContain("more");
  expect(parts.put(499, "b".repeat(9000))).toHaveLength(8000);
  parts.close();
  expect(parts.put(500, "more")).toBe("more");
});

it("puts parts together in their order, and a late word of a closed part into the next turn", () => {
  const parts = gatherParts();
  expect(parts.put(0, "Do you")).toBe("Do you");
  expect(parts.put(1, "ship")).toBe("Do you ship");
  expect(parts.put(0, "Do you still")).toBe("Do you still ship");
  parts.close();
  expect(parts.put(1, "ship.")).toBe("");
  expect(parts.put(1, "ship to Norway?")).toBe("to Norway?");
  expect(parts.put(2, "Thanks.")).toBe("to Norway? Thanks.");
});
