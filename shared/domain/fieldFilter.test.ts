import { describe, expect, it } from "vitest";
import { readFieldFilter, writeFieldFilter } from "./fieldFilter.ts";

describe("the filter by a custom field", () => {
  it.each([
    ["plan", { key: "plan", isNot: false, value: null }],
    ["-plan", { key: "plan", isNot: true, value: null }],
    ["plan:Gold: all in", { key: "plan", isNot: false, value: "Gold: all in" }],
    ["-plan:-1", { key: "plan", isNot: true, value: "-1" }],
  ])("reads %s, and writes it the same", (text, filter) => {
    expect(readFieldFilter(text)).toEqual(filter);
    expect(writeFieldFilter(filter)).toBe(text);
  });

  it.each(["", "-", ":", "plan:", "Plan", "1plan", "--plan", "a b"])("takes no %j", (text) => {
    expect(readFieldFilter(text)).toBeNull();
  });
});
