/** One figure beside what it may be at most; null where there is no such figure. */
export interface Row {
  what: string;
  measured: number;
  budget: number | null;
  unit: string;
}

/** Prints figures as a table, then as JSON on one line; a figure over its budget ends the process with 1. */
export function printRows(rows: Row[]): void {
  for (const { what, measured, budget, unit } of rows) {
    const verdict = budget === null ? "    " : measured <= budget ? "ok  " : "OVER";
    const most = budget === null ? "" : ` of ${budget}`;
    console.log(`${verdict} ${what.padEnd(64)} ${format(measured)}${most} ${unit}`);
  }
  console.log(JSON.stringify({ at: new Date().toISOString(), rows }));
  if (rows.some(({ measured, budget }) => budget !== null && !(measured <= budget))) process.exitCode = 1;
}

function format(figure: number): string {
  return String(Math.round(figure * 10) / 10).padStart(9);
}
