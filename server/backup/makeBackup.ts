import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { link, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "../../shared/errors/errors.ts";
import { Busy, CannotStart } from "../database/cannotStart.ts";
import { makePrivateFolder } from "../database/privateFolder.ts";
import type { Store } from "../database/store.ts";
import type { FileStore } from "../storage/fileStore.ts";
import { holdAbandoned, holdName } from "./holdName.ts";
import { manifestName, readManifest, writeManifest } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";
import { writeTable } from "./rows.ts";
import { sealedKeyName, sealKey } from "./sealKey.ts";
import { openSnapshot } from "./snapshot.ts";

export interface BackupDeps {
  store: Store;
  files: FileStore;
  version: string;
  now: () => number;
  /** Receives progress. */
  report(line: string): void;
}

export interface BackupWish {
  /** The folder of backups. Each backup is a folder in it. */
  to: string;
  /** The backup's name. Default: from the time. */
  name?: string;
  /** How many backups are kept, this one included. Default: all. */
  keep?: number;
  /** Leaves out files: they stay in place when the rows are restored. */
  rowsOnly?: boolean;
  /** The secret key, and the passphrase that encrypts it. */
  key?: { text: string; passphrase: string };
}

/** Complete backups are named like this. */
export const backupName = /^pilothouse-[\w-]+$/;
const partial = ".partial";
/** Longer than any backup takes, for what was begun where no lock tells whether its process is gone. */
const abandonedAfterMs = 24 * 60 * 60 * 1000;

/** Makes a backup while the server runs and gives its folder. An interrupted backup leaves none behind. */
export async function makeBackup(deps: BackupDeps, wish: BackupWish): Promise<string> {
  const { to, name = nameAt(deps.now()), keep } = wish;
  makePrivateFolder(to);
  const folder = join(to, name);
  const part = `${folder}${partial}`;
  await removeAbandoned(to, deps.now());
  const held = holdName(folder);
  if (held === undefined) throw new Busy(`A backup is being made in ${part}.`);
  try {
    if ((await listBackups(to)).includes(name)) throw new CannotStart(`The backup ${folder} already exists.`);
    await mkdir(part, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
      throw new Busy(`A backup is being made in ${part}. Remove that folder if its process is gone.`);
    });
    try {
      await fill(deps, wish, part);
      await rename(part, folder);
    } catch (error) {
      await rm(part, { recursive: true, force: true });
      throw error;
    }
  } finally {
    held.release();
  }
  if (keep !== undefined) await removeOldest(to, keep, deps.report);
  return folder;
}

/** The complete backups of a folder, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => backupName.test(name)).toSorted();
}

/** The name of a backup made now. Names sort by time. */
export function nameAt(now: number): string {
  return `pilothouse-${new Date(now).toISOString().slice(0, 19).replaceAll(":", "-")}`;
}

async function fill(
  deps: BackupDeps,
  { to, key, rowsOnly = false }: BackupWish,
  folder: string,
): Promise<void> {
  const before = await findBefore(to);
  const { manifest, fileIds } = await writeRows(deps, folder);
  await mkdir(join(folder, "files"), { mode: 0o700 });
  // Files never change, so they are copied after the snapshot's transaction has ended.
  for (const id of rowsOnly ? [] : fileIds) {
    const copied = await copyFile(deps.files, id, { folder, before });
    if (copied) manifest.files.push({ id, ...copied });
    else manifest.missingFiles.push(id);
  }
  deps.report(`${manifest.files.length} files`);
  if (key) await writeFile(join(folder, sealedKeyName), sealKey(key.text, key.passphrase), { mode: 0o600 });
  await writeManifest(join(folder, manifestName), manifest);
}

/** Writes all rows at one point in time into `folder/rows`. Gives the manifest without files, and the IDs of stored files. */
export async function writeRows(
  { store, version, now, report }: BackupDeps,
  folder: string,
): Promise<{ manifest: Manifest; fileIds: string[] }> {
  const madeAt = now();
  await mkdir(join(folder, "rows"), { mode: 0o700 });
  const snapshot = await openSnapshot(store, folder);
  const manifest: Manifest = {
    ...{ format: 1, version, madeAt, dialect: snapshot.dialect, steps: await readSteps(store) },
    ...{ tables: [], files: [], missingFiles: [] },
  };
  const fileIds: string[] = [];
  try {
    for (const name of snapshot.tables) {
      const written = await writeTable(join(folder, "rows", `${name}.gz`), snapshot.read(name));
      manifest.tables.push({ name, ...written });
    }
    report(`${sum(manifest.tables.map(({ rows }) => rows))} rows in ${manifest.tables.length} tables`);
    for await (const rows of snapshot.read("files"))
      fileIds.push(...rows.filter(({ status }) => status === "stored").map(({ id }) => String(id)));
  } finally {
    await snapshot.close();
  }
  return { manifest, fileIds };
}

interface Before {
  folder: string;
  files: Map<string, { sizeBytes: number; sha256: string }>;
}

/** The newest backup there. Files never change, so its copies are linked instead of copied again. */
async function findBefore(to: string): Promise<Before | null> {
  const name = (await listBackups(to)).at(-1);
  if (name === undefined) return null;
  const folder = join(to, name);
  const known = await readManifest(folder).catch(() => null);
  return known && { folder, files: new Map(known.files.map(({ id, ...file }) => [id, file])) };
}

async function copyFile(
  files: FileStore,
  id: string,
  { folder, before }: { folder: string; before: Before | null },
): Promise<{ sizeBytes: number; sha256: string } | null> {
  const path = join(folder, "files", id);
  const known = before?.files.get(id);
  if (before && known && (await isLinked(join(before.folder, "files", id), path))) return known;
  const sizeBytes = await files.size(id);
  if (sizeBytes === null) return null;
  const hash = createHash("sha256");
  // Node's own type of stream for the web differs from the global one in name only.
  const body = await files.read(id).catch(nullIfGone);
  if (body === null) return null;
  const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  source.on("data", (chunk: Uint8Array) => hash.update(chunk));
  await pipeline(source, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }));
  return { sizeBytes, sha256: hash.digest("hex") };
}

/** The file was deleted after its size was read. */
function nullIfGone(error: unknown): null {
  if (error instanceof AppError && error.code === "not_found") return null;
  throw error;
}

/** Not every file system has hard links. */
async function isLinked(from: string, to: string): Promise<boolean> {
  return link(from, to).then(
    () => true,
    () => false,
  );
}

async function readSteps({ db }: Store): Promise<string[]> {
  const rows = await db
    .selectFrom("kysely_migration" as never)
    .select("name" as never)
    .orderBy("name" as never)
    .execute();
  return (rows as { name: string }[]).map(({ name }) => name);
}

async function removeOldest(to: string, keep: number, report: BackupDeps["report"]): Promise<void> {
  for (const name of (await listBackups(to)).slice(0, -keep)) {
    await rm(join(to, name), { recursive: true, force: true });
    report(`removed ${name}`);
  }
}

async function removeAbandoned(to: string, now: number): Promise<void> {
  for (const name of await readdir(to)) {
    const path = join(to, name);
    if (!name.endsWith(partial)) continue;
    const held = holdAbandoned(path.slice(0, -partial.length));
    // Another process may have just completed it.
    const begun = await stat(path).catch(() => null);
    if (held || (begun && now - begun.mtimeMs > abandonedAfterMs))
      await rm(path, { recursive: true, force: true });
    held?.release();
  }
}

/** The SHA-256 of a file, as 64 hexadecimal digits. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
