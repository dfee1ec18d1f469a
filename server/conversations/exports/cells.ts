import { contactFieldNames, contactFields, type ContactTexts } from "../../../shared/domain/contactFields.ts";

/** Spreadsheets take some thousands of columns; nobody reads more attributes than these. */
export const mostColumns = 500;

export function textOf(value: string | number | boolean | null | undefined): string {
  return value === null || value === undefined ? "" : String(value);
}

/** ISO 8601 in UTC. */
export function timeOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** A column for each text that a contact has beside the name. */
export function contactColumns<Row>(
  contactOf: (row: Row) => ContactTexts,
): Record<string, (row: Row) => string | null> {
  return Object.fromEntries(
    contactFieldNames.map((field) => [contactFields[field].label, (row: Row) => contactOf(row)[field]]),
  );
}
