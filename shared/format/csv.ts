/** Rows as a table that spreadsheets open: commas, quotes where they are needed, lines ending as RFC 4180 says. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(writeCell).join(",")}\r\n`).join("");
}

/** What a spreadsheet would take for a formula gets an apostrophe before it, so that it is text and nothing is worked out. */
function writeCell(value: string): string {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
