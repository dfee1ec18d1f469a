import type { MergedRange } from "./spreadMerged.ts";
import type { SheetCell, SheetRow } from "./writeSheet.ts";

/** A file may claim to link a million cells; nobody reads that many. */
const mostLinked = 100_000;

/** Writes the addresses to which cells lead into them, as Markdown. Changes the rows. */
export function linkCells(rows: readonly SheetRow[], linked: readonly [MergedRange, string][]): void {
  if (linked.length === 0) return;
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  let count = 0;
  for (const [{ top, left, bottom, right }, address] of linked) {
    for (let number = top; number <= bottom; number++) {
      count += 1;
      if (count > mostLinked) return;
      for (const cell of byNumber.get(number)?.cells ?? [])
        if (cell.column >= left && cell.column <= right) cell.text = writeLink(cell, address);
    }
  }
}

/** Gives the text of a cell that leads to an address; anything but an address that people open stays the text alone. */
export function writeLink({ text }: Pick<SheetCell, "text">, address: string): string {
  if (!/^(?:https?:|mailto:|tel:)/i.test(address) || text === address || /\]\(/.test(text)) return text;
  if (`mailto:${text}` === address || `${text}/` === address) return text;
  return `[${text.replace(/[[\]]/g, "\\$&")}](${address.replace(/[()\s]/g, escapeSign)})`;
}

/** encodeURIComponent leaves brackets as they are, which would end the link. */
function escapeSign(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
