import { applyChanges } from "./applyChanges.ts";
import type { Change } from "./applyChanges.ts";
import { findPrefix, readValue, walkPlaces } from "./walkPlaces.ts";

/** A row may claim to begin a million columns further right. */
const mostColumns = 50;

/**
 * Gives a part of a Word document in which rows of tables that begin further right have empty cells before their own:
 * the library does not know of the gap, and their cells would stand under the names of other columns.
 */
export function fillRows(xml: string): string {
  if (!xml.includes("gridBefore")) return xml;
  const prefix = findPrefix(xml);
  const changes: Change[] = [];
  let columns = 0;
  walkPlaces(xml, {
    open({ name, attributes }) {
      if (name === "gridBefore") columns = Math.min(Number(readValue(attributes)) || 0, mostColumns);
    },
    close({ name, to }) {
      if (name !== "trPr" || columns < 1) return;
      changes.push({ from: to, to, text: `<${prefix}tc><${prefix}p/></${prefix}tc>`.repeat(columns) });
      columns = 0;
    },
  });
  return applyChanges(xml, changes);
}
