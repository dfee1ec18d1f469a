import { readFile, stat, statfs } from "node:fs/promises";
import { join, resolve } from "node:path";
import { countBackups } from "../../backup/makeBackup.ts";
import { secretFileName } from "../../database/secrets.ts";
import type { CheckDeps } from "../facts.ts";
import { fail, pass, warn } from "../verdict.ts";
import type { Found } from "../verdict.ts";

const [littleBytes, tooFewBytes] = [2e9, 2e8];
const fewestFiles = 8192;
/** A backup a day, and time to make it. */
const oldestBackupMs = 30 * 60 * 60 * 1000;

/** Who may read it, and in a container whether it outlives it. */
export async function checkDataFolder({ settings, readProcess = readOwn }: CheckDeps): Promise<Found> {
  const folder = resolve(settings.dataDir);
  const open = await findOpen([folder, join(folder, secretFileName)]);
  if (open !== null) return fail(`Others on this machine can read ${open}.`, `chmod -R go-rwx ${folder}`);
  const mounts = await readProcess("mountinfo").catch(() => "");
  const isContainer = /^\d+ \d+ \S+ \S+ \/ .* - overlay /m.test(mounts);
  if (!isContainer) return pass(`${folder}, readable for this user only.`);
  const mount = mounts
    .split("\n")
    .map((line) => line.split(" "))
    .find(([, , , , place]) => place === folder);
  if (!mount)
    return fail(`${folder} lies in the container and is lost with it.`, "docker run -v pilothouse:/data …");
  if (/\/volumes\/[0-9a-f]{64}\//.test(mount[3] ?? ""))
    return warn(
      `${folder} is a volume without a name, which the next container does not get.`,
      "docker run -v pilothouse:/data …",
    );
  return pass(`${folder}, on a volume.`);
}

async function findOpen(paths: string[]): Promise<string | null> {
  for (const path of paths) {
    const mode = (await stat(path).catch(() => null))?.mode;
    if (mode !== undefined && process.platform !== "win32" && (mode & 0o077) !== 0) return path;
  }
  return null;
}

/** How much room the data has. */
export async function checkDisk({ settings, findFreeBytes = findFree }: CheckDeps): Promise<Found> {
  const folder = resolve(settings.dataDir);
  const free = await findFreeBytes(folder);
  const words = `${(free / 1e9).toFixed(1)} GB free.`;
  const line = `du -xh --max-depth=1 ${folder} | sort -h`;
  if (free < tooFewBytes) return fail(`The disk of ${folder} is nearly full: ${words}`, line);
  return free < littleBytes ? warn(`The disk of ${folder} has little room: ${words}`, line) : pass(words);
}

/** How many bytes a folder's disk has left. */
export async function findFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Whether there are any, of late, on another disk. */
export async function checkBackups({ settings, now }: CheckDeps): Promise<Found> {
  const { backup, dataDir } = settings;
  if (backup === null)
    return warn("No backups are made.", "BACKUP_DIR=/var/backups/pilothouse", "BACKUP_PASSPHRASE=…");
  const counted = await countBackups(backup.dir);
  if (counted === null || counted.newestAt === null)
    return warn(
      `There is none in ${backup.dir} yet: the first comes at ${backup.at} UTC.`,
      `npm run cli -- backup --to ${backup.dir}`,
    );
  const hours = Math.round((now() - counted.newestAt) / 3_600_000);
  if (now() - counted.newestAt > oldestBackupMs)
    return fail(
      `The newest of ${counted.count} is ${hours} hours old. The log says why.`,
      `npm run cli -- backup --to ${backup.dir}`,
    );
  const [there, here] = await Promise.all([stat(backup.dir), stat(dataDir)]);
  if (there.dev === here.dev)
    return warn(
      `${counted.count} backups, the newest ${hours} hours old, on the same disk as the data.`,
      "BACKUP_DIR=/another-disk/backups",
    );
  return pass(`${counted.count} backups, the newest ${hours} hours old.`);
}

/** Each visitor with an open chat takes one. */
export async function checkOpenFiles({ readProcess = readOwn }: CheckDeps): Promise<Found> {
  const limits = await readProcess("limits").catch(() => null);
  const most = limits === null ? null : (/^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1] ?? null);
  if (most === null) return null;
  if (most !== "unlimited" && Number(most) < fewestFiles)
    return warn(
      `This process may open ${most} files and connections.`,
      "LimitNOFILE=65536   # systemd",
      "ulimit -n 65536   # a shell",
    );
  return pass(`${most} files and connections.`);
}

function readOwn(name: string): Promise<string> {
  return readFile(`/proc/self/${name}`, "utf8");
}
