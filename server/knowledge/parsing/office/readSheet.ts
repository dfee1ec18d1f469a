import { linkCells } from "./linkCells.ts";
import { relationIdOf } from "./openPackage.ts";
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
  { strings, mostCells, write, addressOf }: SheetBeside,
): SheetRow[] {
  const rows: SheetRow[] = [];
  const merged: MergedRange[] = [];
  const linked: [range: MergedRange, address: string][] = [];
  const hidden: [from: number, to: number][] = [];
  let row: SheetRow | undefined;
  let cell: OpenCell | undefined;
  let taking: "value" | "inline" | undefined;
  let isReading = false;
  let next = 1;
  let nextColumn = 0;
  let count = 0;

  const finish = (isHidden: boolean) => {
    if (row && row.cells.length > 0 && !isHidden) rows.push(row);
    row = undefined;
  };
  let rowIsHidden = false;

  walkXml(data, {
    open(name, attributes) {
      if (name === "row") {
        row = { number: readCount(attributes.r) ?? next, cells: [] };
        next = row.number + 1;
        nextColumn = 0;
        rowIsHidden = isOn(attributes.hidden);
      } else if (name === "c" && row) {
        const column = readColumn(attributes.r ?? "") ?? nextColumn;
        nextColumn = column + 1;
        const style = readCount(attributes.s) ?? 0;
        cell = { column, style, type: attributes.t ?? "n", value: "", inline: "" };
      } else if (name === "v" && cell) taking = "value";
      else if (name === "rPh") isReading = true;
      else if (name === "t" && cell && !isReading) taking = "inline";
      else if (name === "col" && isOn(attributes.hidden)) {
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
    text: (text) => void (cell && taking && (cell[taking] += text)),
    close(name) {
      if (name === "v" || name === "t") taking = undefined;
      else if (name === "rPh") isReading = false;
      else if (name === "row") finish(rowIsHidden);
      else if (name === "c" && cell && row) {
        const found = showCell(cell, { strings, write });
        if (found && (count += 1) > mostCells) throw refuseManyCells();
        if (found) row.cells.push(found);
        cell = undefined;
      }
    },
  });
  rows.sort((one, other) => one.number - other.number);
  linkCells(rows, linked);
  spreadMerged(rows, merged);
  return hidden.length > 0 ? leaveOut(rows, hidden) : rows;
}

function showCell(
  { column, type, style, value, inline }: OpenCell,
  { strings, write }: Pick<SheetBeside, "strings" | "write">,
): SheetCell | undefined {
  const isNumber = type === "n" && value.trim() !== "" && Number.isFinite(Number(value));
  const text = isNumber
    ? write(Number(value), style)
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

function readRange(reference: string): MergedRange | undefined {
  const [from = "", to = from] = reference.split(":");
  const [left, right] = [readColumn(from), readColumn(to)];
  const [top, bottom] = [from, to].map((corner) => readCount(/\d+$/.exec(corner)?.[0]));
  if (left === undefined || right === undefined || top === undefined || bottom === undefined)
    return undefined;
  return { top, left, bottom, right };
}
