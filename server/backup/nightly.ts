import { spawn } from "node:child_process";
import { join } from "node:path";
import type { Scheduler } from "../timing/scheduler.ts";
import { listBackups } from "./makeBackup.ts";

export interface BackupSettings {
  /** The folder of backups. */
  dir: string;
  /** When one is made: `HH:MM` in UTC. */
  at: string;
  /** How many stay. */
  keep: number;
}

const lookEveryMs = 5 * 60 * 1000;
/** A backup that takes longer is ended and reported. */
const longestMs = 6 * 60 * 60 * 1000;
const dayMs = 24 * 60 * 60 * 1000;

interface Nightly {
  settings: BackupSettings;
  scheduler: Scheduler;
  /** Makes the backup of this name, in a process of its own; throws with the reason. */
  make(name: string): Promise<void>;
  /** Is told of a backup that was not made: tomorrow's is tried again. */
  report(error: unknown): void;
}

/**
 * Makes a backup a day, also after a night in which the server was off. Of several processes with one folder the first
 * makes it. Gives a function that ends this.
 */
export function startNightly({ settings, scheduler, make, report }: Nightly): () => Promise<void> {
  let failed = "";
  const look = async () => {
    const name = nameOf(scheduler.now(), settings.at);
    if (name === failed || (await listBackups(settings.dir)).includes(name)) return;
    try {
      await make(name);
    } catch (error) {
      failed = name;
      report(error);
    }
  };
  return scheduler.every({ name: "backup", everyMs: lookEveryMs, work: look });
}

/** The name of the backup that should be there by now: a night belongs to the day on which it was due. */
function nameOf(now: number, at: string): string {
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  const isDue = now >= Date.parse(`${day(now)}T${at}:00Z`);
  return `pilothouse-${day(isDue ? now : now - dayMs)}`;
}

/** Runs `cli backup` with this process's settings: reading everything would keep this one from answering. */
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
  if (code !== 0) throw new Error(`The backup ${name} was not made. ${said.trim()}`);
}
