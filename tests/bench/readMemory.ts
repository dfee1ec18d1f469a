import { readFileSync } from "node:fs";

/**
 * The memory of a process in MB as Linux counts it; NaN elsewhere. Pages of the database file that the system keeps mapped
 * are left out: they are its cache, and given back whenever something else needs the room.
 */
export function readMemoryMb(pid: number): number {
  try {
    let kilobytes = 0;
    let isDatabase = false;
    for (const line of readFileSync(`/proc/${pid}/smaps`, "utf8").split("\n")) {
      if (/^[\da-f]+-[\da-f]+ /.test(line)) isDatabase = line.endsWith(".db");
      else if (!isDatabase && line.startsWith("Rss:")) kilobytes += Number.parseInt(line.slice(4), 10);
    }
    return kilobytes / 1024;
  } catch {
    return Number.NaN;
  }
}
