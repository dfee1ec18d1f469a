import { linkCells } from "./linkCells.ts";
import { relationIdOf } from "./openPackage.ts";
import { createRichText } from "./richText.ts";
import { spreadMerged } from "./spreadMerged.ts";
import type { MergedRange } from "./spreadMerged.ts";
import { unescapeText } from "./unescapeText.ts";
import { walkXml } from "./walkXml.ts";
import { refuseManyCells } from "./writeSheet.ts";
import type { SheetCell, SheetRow } from "./writeSheet.ts";

export interface SheetBeside {
  /** The address that a relation of the sheet leads to, for links of cells. */
  addressOf?: (relationId: string) => string | undefined;
  /** Texts that cells name by number. */
  strings: readonly string[];
  mostCells: number;
  write: (value: number, style: number) => string;
  /** Says that cells of a style show nobody what they hold. */
  isUnseen?: (style: number) => boolean;
}

export interface ReadSheet {
  rows: SheetRow[];
  /** Says whether a cell, named as `B2`, lies in a hidden row or column. */
  isHidden: (cell: string) => boolean;
}

interface OpenCell {
  column: number;
  type: string;
  style: number;
  value: string;
  inline: string;
}

/** Reads the rows of a sheet of a workbook: what its cells show, merged ones repeated, hidden ones left out. */
export function readSheet(
  data: Uint8Array,
  { strings, mostCells, write, addressOf, isUnseen }: SheetBeside,
): ReadSheet {
  const rows: SheetRow[] = [];
  const merged: MergedRange[] = [];
  const linked: [range: MergedRange, address: string][] = [];
  const hidden: [from: number, to: number][] = [];
  const hiddenRows = new Set<number>();
  const rich = createRichText();
  let row: SheetRow | undefined;
  let cell: OpenCell | undefined;
  let isValue = false;
  let next = 1;
  let nextColumn = 0;
  let count = 0;

  const finish = (isHidden: boolean) => {
    if (row && row.cells.length > 0 && !isHidden) rows.push(row);
    if (row && isHidden) hiddenRows.add(row.number);
    row = undefined;
  };
  let rowIsHidden = false;

  walkXml(data, {
    open(name, attributes) {
      if (name === "row") {
        row = { number: readCount(attributes.r) ?? next, cells: [] };
        next = row.number + 1;
        nextColumn = 0;
        rowIsHidden =
          isOn(attributes.hidden) || (isOn(attributes.customHeight) && Number(attributes.ht) === 0);
      } else if (name === "c" && row) {
        const column = readColumn(attributes.r ?? "") ?? nextColumn;
        nextColumn = column + 1;
        const style = readCount(attributes.s) ?? 0;
        cell = { column, style, type: attributes.t ?? "n", value: "", inline: "" };
      } else if (name === "v" && cell) isValue = true;
      else if (cell) rich.open(name, attributes);
      else if (name === "col" && (isOn(attributes.hidden) || Number(attributes.width) === 0)) {
        hidden.push([Number(attributes.min) - 1, Number(attributes.max) - 1]);
      } else if (name === "hyperlink") {
        const address = addressOf?.(relationIdOf(attributes) ?? "");
        const range = readRange(attributes.ref ?? "");
        if (address && range) linked.push([range, address]);
      } else if (name === "mergeCell") {
        const range = readRange(attributes.ref ?? "");
        if (range) merged.push(range);
      }
    },
    text(text) {
      if (cell && isValue) cell.value += text;
      else if (cell) rich.text(text);
    },
    close(name) {
      if (name === "v") isValue = false;
      else if (name === "row") finish(rowIsHidden);
      else if (name === "c" && cell && row) {
        cell.inline = rich.finish();
        const found = isUnseen?.(cell.style) ? undefined : showCell(cell, { strings, write });
        if (found && (count += 1) > mostCells) throw refuseManyCells();
        if (found) row.cells.push(found);
        cell = undefined;
      } else if (cell) rich.close(name);
    },
  });
  rows.sort((one, other) => one.number - other.number);
  linkCells(rows, linked);
  spreadMerged(rows, merged);
  return {
    rows: hidden.length > 0 ? leaveOut(rows, hidden) : rows,
    isHidden(name) {
      const { column = -1, number = 0 } = readCellName(name) ?? {};
      return hiddenRows.has(number) || hidden.some(([from, to]) => column >= from && column <= to);
    },
  };
}

function showCell(
  { column, type, style, value, inline }: OpenCell,
  { strings, write }: Pick<SheetBeside, "strings" | "write">,
): SheetCell | undefined {
  const isNumber = type === "n" && value.trim() !== "" && Number.isFinite(Number(value));
  const text = isNumber
    ? keepDigits(write(Number(value), style), value.trim())
    : type === "s"
      ? (strings[Number(value)] ?? "")
      : type === "b"
        ? value.trim() === "1"
          ? "TRUE"
          : "FALSE"
        : type === "inlineStr"
          ? inline
          : value;
  const shown = unescapeText(text).trim();
  return shown === "" ? undefined : { column, text: shown, isNumber };
}

/** A program may keep more digits than a number has room for. */
function keepDigits(shown: string, written: string): string {
  return /^\d{16,40}$/.test(written) && /^\d+$/.test(shown) && shown.length === written.length
    ? written
    : shown;
}

function leaveOut(rows: readonly SheetRow[], hidden: readonly [number, number][]): SheetRow[] {
  return rows.flatMap(({ number, cells }) => {
    const kept = cells.filter(({ column }) => !hidden.some(([from, to]) => column >= from && column <= to));
    return kept.length > 0 ? [{ number, cells: kept }] : [];
  });
}

function isOn(value: string | undefined): boolean {
  return value === "1" || value === "true";
}

function readCount(text: string | undefined): number | undefined {
  return text && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Gives the place of a column by its letters: A is 0. */
function readColumn(reference: string): number | undefined {
  const letters = /^\$?([A-Za-z]{1,3})/.exec(reference)?.[1]?.toUpperCase();
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Gives the place of a cell by its name (`B2`): columns count from 0, rows from 1. */
export function readCellName(name: string): { column: number; number: number } | undefined {
  const column = readColumn(name);
  const number = readCount(/\d+$/.exec(name)?.[0]);
  return column === undefined || number === undefined ? undefined : { column, number };
}

function readRange(reference: string): MergedRange | undefined {
  const [from = "", to = from] = reference.split(":");
  const [first, last] = [readCellName(from), readCellName(to)];
  return first && last && { top: first.number, left: first.column, bottom: last.number, right: last.column };
}
