/**
 * Takes the lines above the head of a table apart from it: rows at its top that say one thing alone, which mostly is what
 * the table is about.
 */
export function splitTitle<Row extends readonly string[]>(
  grid: readonly Row[],
): { title: string[]; rows: Row[] } {
  const from = grid.findIndex((row) => listTexts(row).length > 1);
  // A table that has lines only, or nothing under its first row of several, is left as it is.
  if (from <= 0 || from >= grid.length - 1) return { title: [], rows: [...grid] };
  return { title: grid.slice(0, from).flatMap((row) => listTexts(row)), rows: grid.slice(from) };
}

function listTexts(row: readonly string[]): string[] {
  return [...new Set(row.map((cell) => cell.trim()).filter((cell) => cell !== ""))];
}
