import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** One sentence of the specification, and the test that proves it where there is one. */
export interface Row {
  id: string;
  section: string;
  what: string;
  /** `file > describe > test`, the describes may be left out; null where nothing proves it yet. */
  proof: string | null;
}

const folder = join(import.meta.dirname, "ledger");
const floorPath = join(import.meta.dirname, "proved.json");

/** Gives every row of the ledger, read from the tables in `ledger/`. */
export function readLedger(): Row[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .sort()
    .flatMap((name) => readRows(readFileSync(join(folder, name), "utf8")));
}

/** Gives the rows of one file of tables; a heading begins a section. */
export function readRows(text: string): Row[] {
  let section = "";
  return text.split("\n").flatMap((line) => {
    if (line.startsWith("## ")) section = line.slice(3);
    if (!line.startsWith("| ") || line.startsWith("| row |")) return [];
    const [id = "", what = "", proof = ""] = line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    return [{ id, section, what, proof: proof === "not yet" ? null : proof }];
  });
}

/** Gives the rows that were proved once and have to stay so. */
export function readFloor(): string[] {
  return JSON.parse(readFileSync(floorPath, "utf8"));
}

/** The file that holds them, for the command that raises the floor. */
export { floorPath };
