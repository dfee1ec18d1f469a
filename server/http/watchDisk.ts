import { isDiskFull } from "../database/faults.ts";
import type { Log } from "../requests/log.ts";

/** Whether the disk has room, as far as what was logged tells. */
export interface DiskWatch {
  /** The log, which hears of everything that fails: in requests and in the background. */
  log: Log;
  hasRoom(): boolean;
}

/** After this the server counts as ready again, and the next request finds out. */
const believedForMs = 15_000;

/** Notices that something could not be kept because the disk is full, so that readiness says so for a while. */
export function watchDisk(log: Log, now: () => number): DiskWatch {
  let fullAt: number | null = null;
  return {
    log: {
      ...log,
      error: (what, thrown, ...more) => {
        if (isDiskFull(thrown)) fullAt = now();
        log.error(what, thrown, ...more);
      },
    },
    hasRoom: () => fullAt === null || now() - fullAt > believedForMs,
  };
}
