import { describe, expect, it } from "vitest";
import { checkForm, fieldTypes, isDate } from "./forms.ts";
import type { FieldType, FormField } from "./forms.ts";

const required = { required: true };
const free = { required: false };

function makeField(type: FieldType, given: Partial<FormField> = {}): FormField {
  return {
    id: "it",
    type,
    label: fieldTypes[type],
    description: "",
    options: [],
    validations: free,
    ...given,
  };
}

describe("a form's check", () => {
  it.each<[FieldType, unknown, unknown, Partial<FormField>]>([
    ["text", "", "Field is required", { validations: required }],
    ["text", "  ", "Field is required", { validations: required }],
    ["number", undefined, "Field is required", { validations: required }],
    ["several", [], "Field is required", { validations: required }],
    ["consent", false, "Field is required", { validations: required }],
    ["text", "", undefined, {}],
    ["text", "ab", "Invalid data", { validations: { required: true, minLength: 3 } }],
    ["text", "abc", "abc", { validations: { required: true, minLength: 3 } }],
    // What is empty is missing, not too short.
    ["longText", "", undefined, { validations: { required: false, minLength: 3 } }],
    ["text", "abcd", "Invalid data", { validations: { required: false, maxLength: 3 } }],
    ["number", "12", 12, {}],
    ["number", "twelve", "Invalid data", {}],
    ["number", 101, "Invalid data", { validations: { required: false, max: 100 } }],
    ["email", "ada@", "Invalid data", {}],
    ["date", "2024-2-29", "2024-2-29", {}],
    ["date", "2023-02-29", "Invalid data", {}],
    ["time", "24:00", "Invalid data", {}],
    ["choice", "C", "Invalid data", { options: ["A", "B"] }],
    ["several", ["A", "A"], ["A"], { options: ["A", "B"] }],
    ["yesNo", "false", false, {}],
    ["rating", 6, "Invalid data", {}],
  ])("takes of %s %j: %j", (type, given, outcome, field) => {
    const checked = checkForm([makeField(type, field)], { it: given });
    const isProblem = outcome === "Field is required" || outcome === "Invalid data";
    const kept = outcome === undefined ? {} : { it: outcome };
    expect(checked).toEqual(isProblem ? { errors: kept } : { values: kept });
  });
});

describe("the date check", () => {
  it.each([
    ["2026-11-29", true],
    ["2026-1-9", true],
    ["26-11-29", false],
    ["2026-011-29", false],
    ["2026/11/29", false],
    ["29-11-2026", false],
    ["999-1-1", false],
    ["0999-1-1", false],
    ["1000-1-1", true],
    ["3000-12-31", true],
    ["3001-1-1", false],
    ["2026-0-1", false],
    ["2026-12-1", true],
    ["2026-13-1", false],
    ["2026-4-0", false],
    ["2026-4-30", true],
    ["2026-4-31", false],
    ["2026-1-31", true],
    ["2024-2-29", true],
    ["2026-2-29", false],
    ["1900-2-29", false],
    ["2000-2-29", true],
  ])("of the specification takes %s: %s", (text, isGood) => expect(isDate(text)).toBe(isGood));
});
