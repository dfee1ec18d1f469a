import { readFileSync } from "node:fs";

/** The memory of a process that is really in use, in MB as Linux counts it; NaN elsewhere. */
export function readMemoryMb(pid: number): number {
  try {
    const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
    return Number(line?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}
