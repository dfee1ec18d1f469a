import type { SheetRow } from "./writeSheet.ts";

/** The corners of merged cells: rows counted from 1, columns from 0. */
export interface MergedRange {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** A file may claim to merge a million cells; nobody reads that many copies. */
const mostSpan = 50;
const mostCopies = 100_000;

/** Repeats the text of merged cells in each of them, so that a row can be read alone. Changes the rows. */
export function spreadMerged(rows: SheetRow[], ranges: readonly MergedRange[]): void {
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const changed = new Set<SheetRow>();
  let copies = 0;
  for (const { top, left, bottom, right } of ranges) {
    const cell = byNumber.get(top)?.cells.find(({ column }) => column === left);
    if (!cell) continue;
    for (let number = top; number <= Math.min(bottom, top + mostSpan); number++) {
      const row = byNumber.get(number);
      if (!row) continue;
      for (let column = left; column <= Math.min(right, left + mostSpan); column++) {
        if ((number === top && column === left) || copies >= mostCopies) continue;
        copies++;
        row.cells.push({ ...cell, column });
        changed.add(row);
      }
    }
  }
  for (const row of changed) row.cells = inOrder(row.cells);
}

/** What a merged cell hides stays hidden: the copy that was put there later is the one that is seen. */
function inOrder(cells: SheetRow["cells"]): SheetRow["cells"] {
  const byColumn = new Map(cells.map((cell) => [cell.column, cell]));
  return [...byColumn.values()].sort((one, other) => one.column - other.column);
}
