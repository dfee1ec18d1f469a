import Papa from "papaparse";
import { ParseError } from "../ParseError.ts";
import type { ParsedParts } from "../parseDocument.ts";
import { writeRow, writeRule } from "../text/escapeCell.ts";
import { delimiterLine, sniffDelimiter } from "../text/sniffDelimiter.ts";

/** Reads a table of text; its first row names the columns. The position is that of its first row of data. */
export function parseCsv(text: string): ParsedParts {
  const delimiter = sniffDelimiter(text)?.delimiter ?? ",";
  const { data } = Papa.parse<string[]>(text.replace(delimiterLine, ""), {
    delimiter,
    skipEmptyLines: "greedy",
  });
  const rows = data.map((row) => row.map((cell) => cell.trim()));
  const [names = [], ...rest] = rows;
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (width === 0) throw new ParseError("empty");
  if (width > mostColumns) throw new ParseError("broken", `The table has more than ${mostColumns} columns.`);
  const header = Array.from({ length: width }, (_, column) => names[column] ?? "");
  const lines = [writeRow(header), writeRule(width)];
  for (const row of rest) lines.push(writeRow(header.map((_, column) => row[column] ?? "")));
  return { sections: [{ headings: [], text: lines.join("\n"), position: { row: rest.length > 0 ? 2 : 1 } }] };
}

const mostColumns = 2000;
