/** What a custom field holds. */
export const fieldKinds = ["text", "number", "date", "choice", "boolean"] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** How many custom fields an organization has at most, those that are put away too. */
export const maxCustomFields = 30;
export const maxFieldCharacters = 500;
export const maxFieldChoices = 100;
export const maxChoiceCharacters = 100;
export const maxKeyCharacters = 40;

export type FieldValue = string | number | boolean;

interface Field {
  kind: FieldKind;
  choices: readonly string[];
}

/** Gives what is wrong with a value of a field; null where nothing is. */
export function refuseValue({ kind, choices }: Field, value: FieldValue): string | null {
  switch (kind) {
    case "text":
      return typeof value === "string" && value.trim() !== "" ? null : "Write some text.";
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? null : "Enter a number.";
    case "date":
      return typeof value === "string" && isDay(value) ? null : "Enter a date like 2026-03-31.";
    case "choice":
      return choices.some((choice) => choice === value) ? null : "Choose one of the list.";
    case "boolean":
      return typeof value === "boolean" ? null : "Choose yes or no.";
    default:
      return kind satisfies never;
  }
}

function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : NaN;
  // 31 February would come out as a day of March.
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** A value as it is in a row and in the filter of an address. */
export function writeValue(value: FieldValue): string {
  return typeof value === "string" ? value.trim() : String(value === 0 ? 0 : value);
}

/** What a row holds, as the value that it is. */
export function readValue(kind: FieldKind, text: string): FieldValue {
  if (kind === "number") return Number(text);
  return kind === "boolean" ? text === "true" : text;
}

export const keyPattern = /^[a-z][a-z0-9_]*$/;

/** The key that a name suggests: programs know the field by it. */
export function suggestKey(name: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .split(/[^a-z0-9]+/);
  const key = words
    .filter(Boolean)
    .join("_")
    .replace(/^[0-9_]+/, "");
  return key.slice(0, maxKeyCharacters).replace(/_$/, "");
}
