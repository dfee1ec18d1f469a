import { open } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";

/** Brings what SQLite's write-ahead log holds onto the disk, beside the server's own thread. */
export interface Disk {
  /** Something was committed. */
  changed(): void;
  /**
   * Resolves when all that was committed before is on the disk. All who ask before the next commit share one writing. Rejects
   * once it closes.
   */
  written(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the log of an SQLite file that is open meanwhile. `fail` is told that the disk refused: what it was to keep may be
 * lost from the middle of the log then, so nobody may be told again that anything is kept.
 */
export async function openDisk(path: string, fail: (error: unknown) => void): Promise<Disk> {
  const log = await openLog(path);
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  /** What brings, or brought, everything that is committed by now onto the disk. */
  let latest: Promise<void> | undefined;
  let isClosed = false;

  async function start(): Promise<void> {
    running = log.datasync().catch((error: unknown) => {
      fail(error);
      throw error;
    });
    await running.finally(() => (running = undefined));
  }

  /** What is being written may have begun before the caller's commit. */
  async function follow(before: Promise<void>): Promise<void> {
    await before;
    next = undefined;
    await start();
  }

  return {
    changed: () => void (latest = undefined),
    async written() {
      if (isClosed) throw new Error("The database is closed.");
      await (latest ??= next ?? (running ? (next = follow(running)) : start()));
    },
    async close() {
      isClosed = true;
      await (next ?? running);
      await log.close();
    },
  };
}

/** A file is there after a power cut only when its folder is written too; Windows opens no folder, and does that itself. */
async function openLog(path: string): Promise<FileHandle> {
  const log = await open(`${path}-wal`, "r+");
  if (process.platform !== "win32") {
    const folder = await open(dirname(path), "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }
  return log;
}
