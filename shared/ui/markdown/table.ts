import type { Align } from "./block.ts";

const delimiterRow = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** The alignments of a line like `| :-- | --: |`, or undefined if it is no such line. */
export function parseDelimiterRow(line: string): Align[] | undefined {
  if (!line.includes("|") || !delimiterRow.test(line)) return undefined;
  return splitRow(line).map((cell) => {
    if (cell.endsWith(":")) return cell.startsWith(":") ? "center" : "right";
    return cell.startsWith(":") ? "left" : undefined;
  });
}

/** The cells of a row: split at each `|` that is not escaped, even in code. `<br>` is a line break in a cell. */
export function splitRow(line: string): string[] {
  const row = line.trim();
  const cells: string[] = [];
  let cell = "";
  for (let at = row[0] === "|" ? 1 : 0; at < row.length; at++) {
    if (row[at] === "\\" && row[at + 1] === "|") cell += row[++at];
    else if (row[at] !== "|") cell += row[at];
    else {
      cells.push(cell);
      cell = "";
    }
  }
  if (cell.trim() !== "" || !row.endsWith("|")) cells.push(cell);
  return cells.map((text) => text.trim().replace(/<br ?\/?>/gi, "\\\n"));
}
