/** Rows as a table that spreadsheets open: commas, quotes where they are needed, lines ending as RFC 4180 says. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(writeCell).join(",")}\r\n`).join("");
}

/**
 * Where a spreadsheet may begin a cell: at its beginning and, where another sign separates than the comma, after that and
 * after a line break within it, for the quotes around it don't count there. Then a sign that begins a formula, also a wide one.
 */
const formula = /(^|[;\t\r\n])([\s"']*)(?=[=+\-@＝＋－＠])/g;

/** What a spreadsheet would take for a formula gets an apostrophe before it, so that it is text and nothing is worked out. */
function writeCell(value: string): string {
  const text = value.replace(/^(?=[\t\r])/, "'").replace(formula, "$1$2'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
