import { AppError } from "../../shared/errors/errors.ts";
import { nameAt } from "../backup/makeBackup.ts";
import type { BackupSettings } from "../backup/nightly.ts";

/** Backups started from the Installation screen. */
export interface Backups {
  /** Starts one. Throws where no folder is set or a backup is running. */
  start(): void;
  look(): { isRunning: boolean; problem: string | null };
}

export interface BackupsDeps {
  settings: BackupSettings | null;
  /** Makes the backup in a process of its own. Throws with the reason. */
  make(name: string): Promise<void>;
  now: () => number;
  report: (error: unknown) => void;
}

const noFolder = "Set BACKUP_DIR to a folder on another disk, then restart the server.";

/** One at a time in this process. The command itself refuses a second one from another process. */
export function createBackups({ settings, make, now, report }: BackupsDeps): Backups {
  let isRunning = false;
  let problem: string | null = null;
  return {
    look: () => ({ isRunning, problem }),
    start() {
      if (settings === null) throw new AppError("invalid_input", { message: noFolder });
      if (isRunning) throw new AppError("conflict", { message: "A backup is already running." });
      isRunning = true;
      problem = null;
      make(nameAt(now()))
        .catch((error: unknown) => {
          problem = error instanceof Error ? error.message : String(error);
          report(error);
        })
        .finally(() => (isRunning = false));
    },
  };
}
