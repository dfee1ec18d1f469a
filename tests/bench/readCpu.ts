import { readFileSync } from "node:fs";

/** Linux counts in hundredths of a second wherever Node runs. */
const ticksPerSecond = 100;

/** The time that a process has been at work since it began, on all its threads, in ms; NaN elsewhere than on Linux. */
export function readCpuMs(pid: number): number {
  try {
    // The name stands in brackets and may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  } catch {
    return Number.NaN;
  }
}
