import type { CustomField } from "../../../../../shared/contract/conversations/inbox/customField.ts";
import { readValue } from "../../../../../shared/domain/customFields.ts";
import type { FieldKind, FieldValue } from "../../../../../shared/domain/customFields.ts";

/** What the kinds of custom fields are called. */
export const kindNames: Record<FieldKind, string> = {
  text: "Text",
  number: "Number",
  date: "Date",
  choice: "Choice of a list",
  boolean: "Yes or no",
};

/** Whether its values are chosen, and not typed. */
export function hasList({ kind }: Pick<CustomField, "kind">): boolean {
  return kind === "choice" || kind === "boolean";
}

/** What somebody typed or chose, as the value that it is; null where that is nothing. */
export function readTyped({ kind }: Pick<CustomField, "kind">, text: string): FieldValue | null {
  return text.trim() === "" ? null : readValue(kind, text.trim());
}
