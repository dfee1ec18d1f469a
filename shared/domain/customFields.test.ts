import { describe, expect, it } from "vitest";
import { readValue, refuseValue, suggestKey, writeValue } from "./customFields.ts";
import type { FieldKind, FieldValue } from "./customFields.ts";

describe("a value of a custom field", () => {
  it.each<[FieldKind, FieldValue, boolean]>([
    ["text", "A-17", true],
    ["text", "  ", false],
    ["text", 17, false],
    ["number", 17.5, true],
    ["number", "17", false],
    ["number", NaN, false],
    ["number", Infinity, false],
    ["date", "2028-02-29", true],
    ["date", "2027-02-29", false],
    ["date", "2027-13-01", false],
    ["date", "2027-2-1", false],
    ["date", "tomorrow", false],
    ["choice", "Gold", true],
    ["choice", "gold", false],
    ["boolean", true, true],
    ["boolean", "true", false],
  ])("of kind %s is taken or not: %j", (kind, value, isTaken) => {
    expect(refuseValue({ kind, choices: ["Gold", "Silver"] }, value) === null).toBe(isTaken);
  });

  it.each<[FieldKind, FieldValue]>([
    ["text", "true"],
    ["text", "17"],
    ["number", 1e21],
    ["number", -0.5],
    ["date", "2026-03-31"],
    ["choice", "Gold: all in"],
    ["boolean", false],
  ])("of kind %s comes back as it was: %j", (kind, value) => {
    expect(readValue(kind, writeValue(value))).toBe(value);
  });

  it("is one value for nothing, whatever its sign", () => {
    expect(writeValue(-0)).toBe("0");
  });
});

it.each([
  ["Order number", "order_number"],
  ["  Größe (cm) ", "grosse_cm"],
  ["2nd plan", "nd_plan"],
  ["注文番号", ""],
])("the key that %s suggests is %s", (name, key) => {
  expect(suggestKey(name)).toBe(key);
});
