import { cutText } from "./cutText.ts";
import type { Piece } from "./piece.ts";

/**
 * Gives the rows of a Markdown table as pieces that keep its header; undefined for lines that are no
 * table. Where the header is long, or a row is, rows are written as "column: value" instead.
 */
export function readTable(lines: readonly string[], { target }: { target: number }): Piece[] | undefined {
  const [header = "", rule = "", ...rows] = lines;
  if (!header.startsWith("|") || !/^\|(?:\s*:?-+:?\s*\|)+\s*$/.test(rule)) return undefined;
  const frame = { open: `${header}\n${rule}\n`, close: "" };
  if (rows.length === 0) return cutText(header, target).map((part) => ({ ...part, line: 0, row: 0 }));

  const names = readCells(header);
  const isWide = frame.open.length > target / 2;
  return rows.flatMap((row, index): Piece[] => {
    const place = { line: index + 2, row: index };
    if (!isWide && row.length + frame.open.length <= target)
      return [{ text: row, join: "\n", frame, ...place }];
    return cutText(writeRecord(names, row), target).map(({ text, join }, part) => ({
      text,
      join: part === 0 ? "\n\n" : join,
      ...place,
    }));
  });
}

function readCells(row: string): string[] {
  return row
    .replace(/^\||\|\s*$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function writeRecord(names: readonly string[], row: string): string {
  return readCells(row)
    .map((cell, column) => (cell && names[column] ? `${names[column]}: ${cell}` : cell))
    .filter(Boolean)
    .join("; ");
}
