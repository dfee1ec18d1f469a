import { readFileSync } from "node:fs";

const everyMs = 10;

/** Watches the most memory that any child of this process had from now on, in MB; `stop` gives it, null where the system does not tell. */
export function watchChildren(): { stop: () => number | null } {
  let peakMb: number | null = null;
  const look = () => {
    for (const id of listChildren()) peakMb = Math.max(peakMb ?? 0, readPeakMb(id) ?? 0);
  };
  const timer = setInterval(look, everyMs);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return peakMb;
    },
  };
}

function listChildren(): string[] {
  const text = readText(`/proc/self/task/${process.pid}/children`);
  return text?.split(" ").filter(Boolean) ?? [];
}

function readPeakMb(id: string): number | undefined {
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readText(`/proc/${id}/status`) ?? "")?.[1];
  return kilobytes ? Math.round(Number(kilobytes) / 1024) : undefined;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined; // not Linux, or the process has ended
  }
}
