import type { Snapshot } from "valtio";
import type { CollectionColumn } from "../../../../shared/contract/collections/collections.ts";
import type { SelectOption } from "../../../../shared/ui/Select.tsx";

/** What can be chosen for a cell, nothing first; null where it is typed. */
export function listOptions({ type, options }: Snapshot<CollectionColumn>): SelectOption[] | null {
  const words = type === "choice" ? options : type === "yes_no" ? ["Yes", "No"] : null;
  return words && [{ value: "", label: "–" }, ...words.map((word) => ({ value: word, label: word }))];
}

/** How a cell of a column is written, where its type does not say it. */
export function exampleOf({ type }: Snapshot<CollectionColumn>): string | undefined {
  return type === "date" ? "2026-11-29" : type === "number" ? "12.5" : undefined;
}
