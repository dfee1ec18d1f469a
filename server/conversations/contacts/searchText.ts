import { contactFieldNames, type ContactField } from "../../../shared/domain/contactFields.ts";
import { foldCase, foldText } from "../../knowledge/retrieval/terms/foldText.ts";
import { readAttributes } from "../visitors/attributes.ts";
import type { ContactRow } from "../tables.ts";

/** Gives the text in which a contact is searched for. */
export function searchTextOf(
  contact: Pick<ContactRow, "name" | ContactField | "externalId" | "attributes">,
): string {
  const attributes = Object.entries(readAttributes(contact)).map(([name, value]) => `${name}: ${value}`);
  return foldSearch(
    [contact.name, ...contactFieldNames.map((field) => contact[field]), contact.externalId, ...attributes]
      .filter(Boolean)
      .join("\n"),
  );
}

/** Gives text in the one form in which what is searched for and what is searched in are compared. */
export function foldSearch(text: string): string {
  return foldCase(foldText(text));
}
