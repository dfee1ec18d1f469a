import Papa from "papaparse";
import { ParseError } from "../ParseError.ts";
import type { ParsedParts } from "../ParsedDocument.ts";
import { writeRow, writeRule } from "../text/escapeCell.ts";
import { splitTitle } from "../text/tableTitle.ts";
import { delimiterLine, sniffDelimiter } from "../text/sniffDelimiter.ts";

/** Reads a table of text; its first row names the columns. The position is that of its first row of data. */
export function parseCsv(text: string): ParsedParts {
  const rows = readCsvRows(text);
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (width === 0) throw new ParseError("empty");
  if (width > mostColumns) throw new ParseError("broken", `The table has more than ${mostColumns} columns.`);
  const { title, rows: table } = splitTitle(rows);
  const [names = [], ...rest] = table;
  const header = Array.from({ length: width }, (_, column) => names[column] ?? "");
  const lines = [writeRow(header), writeRule(width)];
  for (const row of rest) lines.push(writeRow(header.map((_, column) => row[column] ?? "")));
  const whole = [...title, lines.join("\n")].join("\n\n");
  const row = rows.length - rest.length + (rest.length > 0 ? 1 : 0);
  return { sections: [{ headings: [], text: whole, position: { row } }] };
}

/** Gives the rows of a table of text, whatever sign parts its cells; empty lines are left out. */
export function readCsvRows(text: string): string[][] {
  const delimiter = sniffDelimiter(text)?.delimiter ?? ",";
  return readRows(text.replace(delimiterLine, ""), delimiter);
}

const mostColumns = 2000;
/** In a table with more of them quotes are nothing but signs. */
const mostLoose = 5000;

/**
 * Gives the rows of a table. A quote that nobody closed, or that stands for inches (`"6" pipe`), would take all that
 * follows into its cell: in the row that has it quotes are signs like others, and the next line starts over.
 */
function readRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let rest = text.replace(/\r\n?/g, "\n");
  for (let loose = 0; rest !== ""; loose += 1) {
    if (loose > mostLoose) {
      readUntilLoose(rest, { delimiter, rows, quoteChar: noQuote });
      break;
    }
    const found = readUntilLoose(rest, { delimiter, rows });
    if (!found) break;
    const to = rest.indexOf("\n", found.at) + 1 || rest.length;
    readUntilLoose(rest.slice(found.rowAt, to), { delimiter, rows, quoteChar: noQuote });
    rest = rest.slice(to);
  }
  return rows;
}

/** Stands in no text. */
const noQuote = "\uffff";

interface Reading {
  delimiter: string;
  quoteChar?: string;
  /** Gets what is read. */
  rows: string[][];
}

/** Reads rows to the end, or to the first one with a loose quote, and gives where the row and the quote stand. */
function readUntilLoose(text: string, { rows, ...how }: Reading): { rowAt: number; at: number } | undefined {
  let rowAt = 0;
  let at: number | undefined;
  Papa.parse<string[]>(text, {
    ...{ ...how, newline: "\n", skipEmptyLines: "greedy" },
    step({ data, errors, meta }, parser) {
      at = errors.find(({ type }) => type === "Quotes")?.index;
      if (at !== undefined) return parser.abort();
      rows.push(data.map((cell) => cell.trim()));
      rowAt = meta.cursor;
    },
  });
  return at === undefined ? undefined : { rowAt, at };
}
