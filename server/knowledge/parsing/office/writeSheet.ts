import type { Section } from "../ParsedDocument.ts";
import { ParseError } from "../ParseError.ts";
import { escapeCell, writeRow, writeRule } from "../text/escapeCell.ts";

export interface SheetCell {
  /** Counted from 0. */
  column: number;
  text: string;
  /** A number, date or share: what is in data, and seldom in a head. */
  isNumber: boolean;
}

/** A row with its cells in order; empty ones are left out. */
export interface SheetRow {
  /** Counted from 1, as the program shows it. */
  number: number;
  cells: SheetCell[];
}

/** A sheet of a workbook, without what is empty or hidden. */
export interface Sheet {
  name: string;
  rows: SheetRow[];
}

/** What all sheets of a workbook may have together; beyond it, it is a database. */
export const mostCells = 2_000_000;

export function refuseManyCells(): ParseError {
  return new ParseError(
    "too_large",
    "The workbook has more than 2,000,000 cells. Split it into smaller files.",
  );
}

/**
 * Gives a sheet as sections: each block of cells that stands apart is a table, its first row its head, and lines over
 * it are text. A block that continues after an empty row keeps the head of the one before it, and a block of names only
 * is the head of the one after it.
 */
export function writeSheet({ name, rows }: Sheet): Section[] {
  const sections: Section[] = [];
  const blocks = listBlocks(rows);
  const push = (lines: readonly string[], { text, position }: Pick<Section, "text" | "position">) =>
    sections.push({ headings: name ? [name] : [], text: [...lines, text].join("\n\n"), position });
  const lines: string[] = [];
  let head: SheetRow | undefined;
  blocks.forEach((block, index) => {
    const next = blocks[index + 1];
    if (head && goesOn(block, head)) push(lines.splice(0), writeTable(head, block.rows));
    else if (next && block.rows.length <= mostHeadRows && block.head && goesOn(next, joinRows(block.rows))) {
      lines.push(...block.rows.slice(0, block.rows.indexOf(block.head)).map(writeLine));
      head = joinRows(block.rows.slice(block.rows.indexOf(block.head)));
    } else if (next && block.rows.every(isLine)) lines.push(...block.rows.map(writeLine));
    else {
      push(lines.splice(0), writeBlock(block));
      head = block.head;
    }
  });
  return sections;
}

const mostHeadRows = 4;

/** A head of several rows as one: the names over a column after each other. */
function joinRows(rows: readonly SheetRow[]): SheetRow {
  const byColumn = new Map<number, SheetCell>();
  for (const { column, text, isNumber } of rows.flatMap(({ cells }) => cells)) {
    const above = byColumn.get(column);
    const joined = above && above.text !== text ? `${above.text} ${text}` : text;
    byColumn.set(column, { column, text: joined, isNumber: isNumber || above?.isNumber === true });
  }
  const cells = [...byColumn.values()].sort((one, other) => one.column - other.column);
  return { number: rows.at(-1)?.number ?? 1, cells };
}

function writeLine({ cells }: SheetRow): string {
  return isLine({ cells }) ? (cells[0]?.text ?? "") : cells.map(({ text }) => text).join(" | ");
}

interface Block {
  rows: SheetRow[];
  /** The first row that isn't a line over the table. */
  head: SheetRow | undefined;
  left: number;
  right: number;
}

/** One empty column keeps apart what belongs together (label, gap, amount); two are between two tables. */
const gapColumns = 2;

function listBlocks(rows: readonly SheetRow[]): Block[] {
  return splitRows(rows).flatMap((group) => {
    const ranges = splitColumns(group);
    const [only] = ranges;
    if (ranges.length === 1 && only) return [toBlock(group, only)];
    return ranges.flatMap(([left, right]) =>
      listBlocks(
        group.flatMap((row) => {
          const cells = row.cells.filter(({ column }) => column >= left && column <= right);
          return cells.length > 0 ? [{ number: row.number, cells }] : [];
        }),
      ),
    );
  });
}

function splitRows(rows: readonly SheetRow[]): SheetRow[][] {
  const groups: SheetRow[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group && group.at(-1)?.number === row.number - 1) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

function splitColumns(rows: readonly SheetRow[]): [left: number, right: number][] {
  const columns = [...new Set(rows.flatMap(({ cells }) => cells.map(({ column }) => column)))];
  columns.sort((one, other) => one - other);
  const ranges: [number, number][] = [];
  for (const column of columns) {
    const range = ranges.at(-1);
    if (range && column - range[1] <= gapColumns) range[1] = column;
    else ranges.push([column, column]);
  }
  return ranges;
}

function toBlock(rows: SheetRow[], [left, right]: [number, number]): Block {
  const head =
    left === right ? undefined : rows.find((row, index) => index === rows.length - 1 || !isLine(row));
  return { rows, head, left, right };
}

/** A cell alone in its row, or merged over all of it. */
function isLine({ cells }: Pick<SheetRow, "cells">): boolean {
  return cells.every(({ text }) => text === cells[0]?.text);
}

/** Data under the columns of a head of names, itself without one: it begins with a row that has numbers. */
function goesOn(block: Block, head: SheetRow): boolean {
  const [left, right] = [head.cells[0]?.column ?? 0, head.cells.at(-1)?.column ?? 0];
  const isUnder = block.left < block.right && block.right <= right && block.left >= left - 1;
  return (
    isUnder &&
    head.cells.every(({ isNumber }) => !isNumber) &&
    block.rows[0]?.cells.some(({ isNumber }) => isNumber) === true
  );
}

function writeBlock({ rows, head }: Block): Pick<Section, "text" | "position"> {
  const from = head ? rows.indexOf(head) : rows.length;
  const lines = rows.slice(0, from).map(writeLine);
  const rest = rows.slice(from);
  if (head && rest.length > 1) {
    const table = writeTable(head, rest.slice(1));
    // The line is in the table's own section: it says what the table is about.
    return lines.length > 0 ? { ...table, text: `${lines.join("\n")}\n\n${table.text}` } : table;
  }
  return { text: [...lines, ...rest.map(writeLine)].join("\n"), position: { row: rows[0]?.number ?? 1 } };
}

/** A table mostly of gaps would be written larger than it is; its rows name their columns instead. */
const mostGaps = 20;

function writeTable(head: SheetRow, rows: readonly SheetRow[]): Pick<Section, "text" | "position"> {
  const used = new Set([head, ...rows].flatMap(({ cells }) => cells.map(({ column }) => column)));
  const columns = [...used].sort((one, other) => one - other);
  const count = rows.reduce((sum, { cells }) => sum + cells.length, head.cells.length);
  const position = { row: rows[0]?.number ?? head.number };
  if (columns.length * (rows.length + 1) > count * mostGaps) {
    const names = new Map(head.cells.map(({ column, text }) => [column, text]));
    const write = ({ column, text }: SheetCell) =>
      names.has(column) ? `${names.get(column)}: ${text}` : text;
    return {
      text: rows.map(({ cells }) => cells.map(write).map(escapeCell).join("; ")).join("\n"),
      position,
    };
  }
  const places = new Map(columns.map((column, index) => [column, index]));
  const lines = [head, ...rows].map(({ cells }) => {
    const line = new Array<string>(columns.length).fill("");
    for (const { column, text } of cells) line[places.get(column) ?? 0] = text;
    return writeRow(line);
  });
  lines.splice(1, 0, writeRule(columns.length));
  return { text: lines.join("\n"), position };
}
