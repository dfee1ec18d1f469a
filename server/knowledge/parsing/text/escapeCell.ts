/** Gives text as the content of one cell of a Markdown table: on one line, with its bars marked. */
export function escapeCell(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/(?<!\\)\|/g, "\\|");
}

/** Gives one row of a Markdown table. */
export function writeRow(cells: readonly string[]): string {
  return `| ${cells.map(escapeCell).join(" | ")} |`;
}

/** Gives the line that is between the header row and the others. */
export function writeRule(width: number): string {
  return `|${" --- |".repeat(width)}`;
}
