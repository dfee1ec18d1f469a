/**
 * `npm run ledger`: what of the specification is proved, in counts. With `--keep` the rows that are proved now become
 * the floor below which the ledger may not fall; with `--open` the rows that nothing proves are listed.
 */
import { writeFileSync } from "node:fs";
import { floorPath, readFloor, readLedger } from "./ledger.ts";
import type { Row } from "./ledger.ts";
import { judgeProof } from "./proofs.ts";

const rows = readLedger();
const isProved = (row: Row) => row.proof !== null && judgeProof(row.proof) === null;
const proved = rows.filter(isProved);

if (process.argv.includes("--open")) {
  for (const row of rows.filter((one) => !isProved(one))) console.log(`${row.id.padEnd(36)} ${row.what}`);
}
if (process.argv.includes("--keep")) {
  const floor = new Set([...readFloor(), ...proved.map(({ id }) => id)]);
  writeFileSync(floorPath, JSON.stringify([...floor].sort(), null, 2) + "\n");
}

console.log("proved  not yet  total");
for (const section of new Set(rows.map((row) => row.section))) {
  printCounts(section, (row) => row.section === section);
}
printCounts("the whole specification", () => true);

function printCounts(name: string, belongs: (row: Row) => boolean): void {
  const [all, done] = [rows.filter(belongs).length, proved.filter(belongs).length];
  const cells = [String(done).padStart(6), String(all - done).padStart(7), String(all).padStart(5)];
  console.log(`${cells.join("  ")}  ${name}`);
}
