import { detectKind } from "./detectKind.ts";
import { readCsvRows } from "./kinds/csv.ts";
import { readFirstSheet } from "./kinds/xlsx.ts";
import { ParseError } from "./ParseError.ts";
import type { ParseInput, ParseLimits } from "./ParsedDocument.ts";

/** A row as it is in its file. */
export interface TableRow {
  /** Counted from 1, as a spreadsheet shows it. */
  number: number;
  cells: string[];
}

/** The rows of a file, the names of its columns first. */
export interface ReadTable {
  /** How many rows there are, without that of the names. */
  rows: number;
  names: string[];
  /** JSON of lists of TableRow: the reader takes one at a time, so that nothing else waits for long. */
  pieces: string[];
}

const rowsInPiece = 100;
const mostColumns = 200;

/**
 * Reads a CSV file, or the first sheet of an Excel workbook, as a table. Like `parseDocument` it runs in the parser's
 * processes only. Throws a ParseError that says why it can't be read.
 */
export function readTable(input: ParseInput, limits: ParseLimits): ReadTable {
  const [head, ...rest] = listRows(input, limits);
  if (!head) throw new ParseError("empty", "The file has no rows.");
  if (head.cells.length > mostColumns)
    throw new ParseError("too_large", `The table has more than ${mostColumns} columns.`);
  const pieces: string[] = [];
  for (let at = 0; at < rest.length; at += rowsInPiece)
    pieces.push(JSON.stringify(rest.slice(at, at + rowsInPiece)));
  return { rows: rest.length, names: head.cells.map((name) => name.trim()), pieces };
}

function listRows(input: ParseInput, limits: ParseLimits): TableRow[] {
  const content = detectKind(input);
  switch (content.kind) {
    case "csv":
    case "text":
      return readCsvRows(content.text).map((cells, index) => ({ number: index + 1, cells }));
    case "xlsx":
      return readFirstSheet(content.archive, limits).map(({ number, cells }) => {
        const row: TableRow = { number, cells: [] };
        for (const { column, text } of cells) if (column < mostColumns) row.cells[column] = text;
        return { number, cells: Array.from(row.cells, (text) => text ?? "") };
      });
    default:
      throw new ParseError("unsupported", "Upload a CSV or an Excel file (.xlsx).");
  }
}
