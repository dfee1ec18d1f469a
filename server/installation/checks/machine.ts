import { readFile, stat, statfs } from "node:fs/promises";
import { join, resolve } from "node:path";
import { countBackups } from "../../backup/listManifests.ts";
import { isBucketAddress, openPlace } from "../../backup/place.ts";
import { secretFileName } from "../../database/secrets.ts";
import type { CheckDeps } from "../facts.ts";
import { fail, pass, warn } from "../verdict.ts";
import type { Found } from "../verdict.ts";

const [littleBytes, tooFewBytes] = [2e9, 2e8];
const fewestFiles = 8192;
/** A day, and time to make the backup. */
const oldestBackupMs = 30 * 60 * 60 * 1000;

/** Whether only this user can read it, and in a container whether it is on a volume. */
export async function checkDataFolder({ settings, readProcess = readOwn }: CheckDeps): Promise<Found> {
  const folder = resolve(settings.dataDir);
  const open = await findOpen([folder, join(folder, secretFileName)]);
  if (open !== null)
    return fail(`Other users of this machine can read ${open}.`, `chmod -R go-rwx ${folder}`);
  const mounts = await readProcess("mountinfo").catch(() => "");
  const isContainer = /^\d+ \d+ \S+ \S+ \/ .* - overlay /m.test(mounts);
  if (!isContainer) return pass(`${folder}, readable by this user only.`);
  const mount = mounts
    .split("\n")
    .map((line) => line.split(" "))
    .find(([, , , , place]) => place === folder);
  if (!mount)
    return fail(`${folder} is inside the container and is lost with it.`, "docker run -v pilothouse:/data …");
  if (/\/volumes\/[0-9a-f]{64}\//.test(mount[3] ?? ""))
    return warn(
      `${folder} is on an unnamed volume, which the next container does not get.`,
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

/** Free disk space for the data. */
export async function checkDisk({ settings, findFreeBytes = findFree }: CheckDeps): Promise<Found> {
  const folder = resolve(settings.dataDir);
  const free = await findFreeBytes(folder);
  const words = `${(free / 1e9).toFixed(1)} GB free.`;
  const line = `du -xh --max-depth=1 ${folder} | sort -h`;
  if (free < tooFewBytes) return fail(`The disk of ${folder} is nearly full: ${words}`, line);
  return free < littleBytes ? warn(`The disk of ${folder} is getting full: ${words}`, line) : pass(words);
}

/** The free bytes on a folder's disk. */
export async function findFree(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Whether recent backups exist on another disk. */
export async function checkBackups({ settings, now }: CheckDeps): Promise<Found> {
  const { backup, dataDir } = settings;
  if (backup === null)
    return warn("No backups are made.", "BACKUP_DIR=/var/backups/pilothouse", "BACKUP_PASSPHRASE=…");
  const counted = await countBackups(openPlace(backup.dir, backup));
  if (counted.count > 0 && counted.newestAt === null)
    return fail(
      `None of the ${counted.count} backups in ${backup.dir} can be read.`,
      `npm run cli -- backup --to ${backup.dir}`,
    );
  if (counted.newestAt === null)
    return warn(
      `No backup in ${backup.dir} yet. The first is made at ${backup.at} UTC.`,
      `npm run cli -- backup --to ${backup.dir}`,
    );
  const hours = Math.round((now() - counted.newestAt) / 3_600_000);
  if (now() - counted.newestAt > oldestBackupMs)
    return fail(
      `The newest of ${counted.count} backups is ${hours} hours old. The log says why.`,
      `npm run cli -- backup --to ${backup.dir}`,
    );
  if (isBucketAddress(backup.dir))
    return pass(`${counted.count} backups in ${backup.dir}, the newest ${hours} hours old.`);
  const [there, here] = await Promise.all([stat(backup.dir), stat(dataDir)]);
  if (there.dev === here.dev)
    return warn(
      `${counted.count} backups, the newest ${hours} hours old, but on the same disk as the data.`,
      "BACKUP_DIR=/another-disk/backups",
    );
  return pass(`${counted.count} backups, the newest ${hours} hours old.`);
}

/** Each open chat uses one. */
export async function checkOpenFiles({ readProcess = readOwn }: CheckDeps): Promise<Found> {
  const limits = await readProcess("limits").catch(() => null);
  const most = limits === null ? null : (/^Max open files\s+(\d+|unlimited)/m.exec(limits)?.[1] ?? null);
  if (most === null) return null;
  if (most !== "unlimited" && Number(most) < fewestFiles)
    return warn(
      `This process may open only ${most} files and connections.`,
      "LimitNOFILE=65536   # systemd",
      "ulimit -n 65536   # a shell",
    );
  return pass(`${most} files and connections.`);
}

function readOwn(name: string): Promise<string> {
  return readFile(`/proc/self/${name}`, "utf8");
}
