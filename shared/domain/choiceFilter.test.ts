import { describe, expect, it } from "vitest";
import { fitsChoices, readChoices, writeChoices } from "./choiceFilter.ts";

describe("a filter of several values", () => {
  it.each([
    ["open", false, ["open"]],
    ["open,pending", false, ["open", "pending"]],
    ["-open", true, ["open"]],
    ["-open,pending", true, ["open", "pending"]],
  ])("%s is read, and written as it was", (text, isNot, values) => {
    expect(readChoices(text)).toEqual({ isNot, values });
    expect(writeChoices({ isNot, values })).toBe(text);
  });

  it("is none without values", () => {
    expect(readChoices(",")).toEqual({ isNot: false, values: [] });
    expect(writeChoices({ isNot: true, values: [] })).toBe("");
  });

  it.each([
    [undefined, "a", true],
    ["a", "a", true],
    ["a,b", "b", true],
    ["a,b", "c", false],
    ["-a,b", "b", false],
    ["-a,b", "c", true],
  ])("%s lets %s through: %s", (text, value, expected) => {
    expect(fitsChoices(text, (one) => one === value)).toBe(expected);
  });
});
