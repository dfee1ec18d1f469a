/** One figure beside what it may be at most, or must be at least; null where there is no such figure. */
export interface Row {
  what: string;
  measured: number;
  budget: number | null;
  unit: string;
  /** How many were looked at, where the figure counts those that went wrong: "0 of 0" would say nothing. */
  outOf?: number;
  isLeast?: true;
}

/** Prints figures as a table, then as JSON on one line; a figure that misses its budget ends the process with 1. */
export function printRows(rows: Row[]): void {
  for (const row of rows) {
    const { what, measured, budget, unit, outOf } = row;
    const verdict = budget === null ? "    " : isGood(row) ? "ok  " : "OVER";
    const most =
      outOf !== undefined
        ? ` of ${outOf}`
        : budget === null
          ? ""
          : `, at ${row.isLeast ? "least" : "most"} ${budget}`;
    console.log(`${verdict} ${what.padEnd(64)} ${format(measured)}${most} ${unit}`);
  }
  console.log(JSON.stringify({ at: new Date().toISOString(), rows }));
  if (!rows.every(isGood)) process.exitCode = 1;
}

function isGood({ measured, budget, isLeast }: Row): boolean {
  if (budget === null) return true;
  return isLeast ? measured >= budget : measured <= budget;
}

function format(figure: number): string {
  return String(Math.round(figure * 10) / 10).padStart(9);
}
