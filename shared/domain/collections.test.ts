import { describe, expect, it } from "vitest";
import { readCell } from "./collections.ts";
import type { ColumnType } from "./collections.ts";

const column = (type: ColumnType) => ({ name: "Column", type, options: ["New", "In use"] });

describe("a cell of a data collection", () => {
  it.each<[ColumnType, string, unknown]>([
    ["text", " As it is ", " As it is "],
    ["text", "  ", null],
    ["number", "1,250.50", 1250.5],
    ["number", "12,5", 12.5],
    ["number", "€ 1 250", 1250],
    ["number", "-0", 0],
    ["yes_no", "Yes", true],
    ["yes_no", "0", false],
    ["date", "2026-2-3", "2026-02-03"],
    ["date", "2026-11-29 10:15", "2026-11-29"],
    ["date", "29.11.2026", "2026-11-29"],
    ["choice", "in USE", "In use"],
  ])("of type %s reads %j as people write it", (type, typed, cell) => {
    expect(readCell(column(type), typed)).toEqual({ cell });
  });

  it.each<[ColumnType, string, string]>([
    ["text", "x".repeat(10_001), "Use at most 10,000 characters."],
    ["number", "1.2.3", "Write a number, such as 12.5."],
    ["number", "Infinity", "Write a number, such as 12.5."],
    ["yes_no", "maybe", "Write yes or no."],
    ["date", "2026-02-30", "Write a date, such as 2026-11-29."],
    ["date", "11/12/2026", "Write a date, such as 2026-11-29."],
    ["choice", "old", "Choose one of: New, In use."],
  ])("of type %s refuses %.20j with what to write", (type, typed, problem) => {
    expect(readCell(column(type), typed)).toEqual({ problem });
  });
});
