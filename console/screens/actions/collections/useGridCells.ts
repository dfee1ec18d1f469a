import { useState } from "react";
import type { ClipboardEvent, KeyboardEvent, RefObject } from "react";
import type { Snapshot } from "valtio";
import type { CollectionColumn, CollectionRow } from "../../../../shared/contract/collections/collections.ts";
import { maxRowsAtOnce, readCell, writeCell } from "../../../../shared/domain/collections.ts";
import type { Cell } from "../../../../shared/domain/collections.ts";
import { useAction } from "../../../parts/useAction.ts";
import { changeRows } from "../../../state/actions/collections.ts";
import type { CollectionPlace } from "../../../state/actions/collections.ts";

interface Place {
  row: number;
  column: number;
}

interface GridCells {
  grid: RefObject<HTMLTableElement | null>;
  place: CollectionPlace;
  columns: readonly Snapshot<CollectionColumn>[];
  items: readonly Snapshot<CollectionRow>[];
  mayChange: boolean;
}

/** The cell that has the focus, the text typed into it, and what keys and the clipboard do there. */
export function useGridCells({ grid, place, columns, items, mayChange }: GridCells) {
  const [at, setAt] = useState<Place>({ row: 0, column: 0 });
  const [typed, setTyped] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useAction((rows: { id: number; values: Record<string, Cell | null> }[]) =>
    changeRows(place, rows),
  );
  const go = (to: Place) => {
    const next = {
      row: Math.max(0, Math.min(items.length - 1, to.row)),
      column: Math.max(0, Math.min(columns.length - 1, to.column)),
    };
    setAt(next);
    grid.current?.querySelector<HTMLElement>(`[data-at="${next.row} ${next.column}"]`)?.focus();
  };
  const begin = (text: string) => {
    if (!mayChange) return;
    setProblem(null);
    setTyped(text);
  };
  const save = async (text: string, then: Place) => {
    const [column, row] = [columns[at.column], items[at.row]];
    if (!column || !row) return;
    const read = readCell(column, text);
    if ("problem" in read) return setProblem(read.problem);
    if (read.cell === null && column.required) return setProblem("Field is required");
    const isSame = (row.values[column.id] ?? null) === read.cell;
    if (isSame || (await saving.run([{ id: row.id, values: { [column.id]: read.cell } }]))) {
      setTyped(null);
      setProblem(null);
      go(then);
    }
  };
  const handleKey = (event: KeyboardEvent<HTMLTableElement>) => {
    if (typed !== null || !(event.target instanceof HTMLElement) || !event.target.dataset["at"]) return;
    const step = steps[event.key];
    const row = items[at.row];
    const column = columns[at.column];
    if (event.key === "Home") go({ ...at, column: 0 });
    else if (event.key === "End") go({ ...at, column: columns.length - 1 });
    else if (step) go({ row: at.row + step.row, column: at.column + step.column });
    else if (!row || !column || !mayChange) return;
    else if (event.key === "Enter" || event.key === "F2") begin(writeCell(row.values[column.id]));
    else if (event.key === "Delete" || event.key === "Backspace") void save("", at);
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) begin(event.key);
    else return;
    event.preventDefault();
  };
  const handlePaste = (event: ClipboardEvent<HTMLTableElement>) => {
    if (typed !== null || !mayChange) return;
    event.preventDefault();
    const lines = event.clipboardData
      .getData("text/plain")
      .replace(/\r?\n$/, "")
      .split(/\r?\n/);
    const rows = lines.slice(0, maxRowsAtOnce).flatMap((line, down) => {
      const row = items[at.row + down];
      const cells = line.split("\t").flatMap((text, right) => {
        const column = columns[at.column + right];
        return column ? [[column.id, text] as const] : [];
      });
      return row ? [{ id: row.id, values: Object.fromEntries(cells) }] : [];
    });
    if (rows.length > 0) void saving.run(rows);
  };
  const cancel = () => {
    setTyped(null);
    go(at);
  };
  return { at, setAt, typed, setTyped, problem, saving, begin, save, cancel, handleKey, handlePaste };
}

const steps: Record<string, Place> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
};
