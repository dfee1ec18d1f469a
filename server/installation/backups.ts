import { AppError } from "../../shared/errors/errors.ts";
import { nameAt } from "../backup/makeBackup.ts";
import type { BackupSettings } from "../backup/nightly.ts";

/** Backups that somebody asks for on the screen. */
export interface Backups {
  /** Begins one; throws where none can be made here, or one is being made. */
  start(): void;
  look(): { isRunning: boolean; problem: string | null };
}

export interface BackupsDeps {
  settings: BackupSettings | null;
  /** Makes the backup of this name, in a process of its own; throws with the reason. */
  make(name: string): Promise<void>;
  now: () => number;
  report: (error: unknown) => void;
}

const noFolder = "Set BACKUP_DIR to a folder on another disk, and start the server again.";

/** One at a time in this process; the command itself refuses where another process makes one. */
export function createBackups({ settings, make, now, report }: BackupsDeps): Backups {
  let isRunning = false;
  let problem: string | null = null;
  return {
    look: () => ({ isRunning, problem }),
    start() {
      if (settings === null) throw new AppError("invalid_input", { message: noFolder });
      if (isRunning) throw new AppError("conflict", { message: "A backup is being made." });
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
