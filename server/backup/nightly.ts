import { spawn } from "node:child_process";
import { join } from "node:path";
import { Busy } from "../database/cannotStart.ts";
import type { Scheduler } from "../timing/scheduler.ts";
import { openPlace } from "./place.ts";
import type { BackupStore } from "./place.ts";

export interface BackupSettings {
  /** The folder of backups, or `s3://BUCKET/PREFIX`. */
  dir: string;
  /** When one is made: `HH:MM` in UTC. */
  at: string;
  /** How many backups are kept. */
  keep: number;
  /** The object store of a bucket; null or left out where none is set. */
  s3?: BackupStore | null;
}

const lookEveryMs = 5 * 60 * 1000;
/** A backup that takes longer is stopped and reported. */
const longestMs = 6 * 60 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

/** How `cli backup` ends where it can be made later: EX_TEMPFAIL of sysexits. */
export const busyCode = 75;

interface Nightly {
  settings: BackupSettings;
  scheduler: Scheduler;
  /** Makes the backup in a process of its own. Throws with the reason. */
  make(name: string): Promise<void>;
  /** Receives failures. The next try is the next night's. */
  report(error: unknown): void;
}

/**
 * Makes a backup every day, also after a night in which the server was off. Where several processes share a folder, the first
 * makes it. Gives a function that stops the schedule.
 */
export function startNightly({ settings, scheduler, make, report }: Nightly): () => Promise<void> {
  let failed = "";
  const place = openPlace(settings.dir, settings);
  const look = async () => {
    const name = nameOf(scheduler.now(), settings.at);
    if (name === failed || (await place.list()).includes(name)) return;
    try {
      await make(name);
    } catch (error) {
      // Another process makes it, or the tables are being changed: the next look tries again.
      if (error instanceof Busy) return;
      failed = name;
      report(error);
    }
  };
  return scheduler.every({ name: "backup", everyMs: lookEveryMs, work: look });
}

/** The name of the latest backup that is due. It carries the day on which it was due. */
function nameOf(now: number, at: string): string {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const isDue = now >= Date.parse(`${day(now)}T${at}:00Z`);
  return `pilothouse-${day(isDue ? now : now - dayMs)}`;
}

/** Runs `cli backup` with this process's settings, because reading all rows would block requests here. */
export async function makeInOwnProcess(name: string): Promise<void> {
  const cli = join(import.meta.dirname, "../cli.ts");
  const child = spawn(process.execPath, [cli, "backup", "--name", name], {
    timeout: longestMs,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said = (said + text).slice(-2000)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code === busyCode) throw new Busy(said.trim());
  if (code !== 0) throw new Error(`The backup ${name} was not made. ${said.trim()}`);
}
