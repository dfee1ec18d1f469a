import { createHash, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../shared/errors/errors.ts";
import { Busy, CannotStart } from "../database/cannotStart.ts";
import { makePrivateFolder } from "../database/privateFolder.ts";
import { createScheduler } from "../timing/scheduler.ts";
import { getFile, keys, putFile } from "./bucket.ts";
import type { Bucket } from "./bucket.ts";
import { nameAt, writeRows } from "./makeBackup.ts";
import type { BackupDeps, BackupWish } from "./makeBackup.ts";
import { manifestName, writeManifest } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";
import { sealedKeyName, sealKey } from "./sealKey.ts";

/** Longer than any backup takes: an older object that no manifest names was left by a killed process. */
const abandonedAfterMs = 24 * 60 * 60 * 1000;

const tellEveryMs = 60_000;
const silentForMs = 10 * 60_000;

interface BucketBackup extends Omit<BackupWish, "to" | "rowsOnly"> {
  bucket: Bucket;
  /** Keeps the rows on this machine until they are in the bucket. */
  dataDir: string;
}

/** Makes a backup in a bucket while the server runs, and gives its address. Files that an earlier backup has are not sent again. */
export async function makeBucketBackup(deps: BackupDeps, wish: BucketBackup): Promise<string> {
  const { bucket, dataDir, keep } = wish;
  const name = wish.name ?? nameAt(deps.now());
  if ((await bucket.list()).includes(name))
    throw new CannotStart(`The backup ${bucket.address}/${name} already exists.`);
  await removeSilent(bucket, { name, now: deps.now() });
  if (!(await bucket.claim(keys.started(name))))
    throw new Busy(
      `The backup ${bucket.address}/${name} is being made. If its process was killed, try again in 10 minutes.`,
    );
  const { every } = createScheduler({ report: () => deps.report("The bucket did not answer.") });
  const work = () => bucket.put(keys.started(name), 0, async () => new Blob().stream());
  const stopTelling = every({ name: "says that a backup is being made", everyMs: tellEveryMs, work });
  makePrivateFolder(dataDir);
  const folder = await mkdtemp(join(dataDir, "backup-"));
  try {
    await send(deps, { ...wish, name, folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
    await stopTelling();
    await bucket.remove(keys.started(name));
  }
  if (keep !== undefined) await removeOldest(bucket, { keep, deps });
  return `${bucket.address}/${name}`;
}

/** Removes the mark of a process that has been silent for too long. */
async function removeSilent(bucket: Bucket, { name, now }: { name: string; now: number }): Promise<void> {
  const [started] = (await bucket.listBelow(keys.started(name))).filter(
    ({ key }) => key === keys.started(name),
  );
  if (started && now - started.at > silentForMs) await bucket.remove(started.key);
}

async function send(deps: BackupDeps, wish: BucketBackup & { name: string; folder: string }): Promise<void> {
  const { bucket, name, folder, key } = wish;
  const { manifest, fileIds } = await writeRows(deps, folder);
  // Another process may write the same name where the store knows no conditions.
  manifest.rowsAt = randomUUID();
  const rows = `${keys.rows(name)}${manifest.rowsAt}/`;
  for (const table of manifest.tables)
    await putFile(bucket, `${rows}${table.name}.gz`, join(folder, "rows", `${table.name}.gz`));
  if (key) {
    const path = join(folder, sealedKeyName);
    await writeFile(path, sealKey(key.text, key.passphrase), { mode: 0o600 });
    await putFile(bucket, rows + sealedKeyName, path);
  }
  const known = await findKnown(bucket);
  for (const id of fileIds) {
    const sent = known.get(id) ?? (await sendFile(deps, bucket, id));
    if (sent) manifest.files.push({ id, ...sent });
    else manifest.missingFiles.push(id);
  }
  deps.report(`${manifest.files.length} files`);
  const path = join(folder, manifestName);
  await writeManifest(path, manifest);
  await putFile(bucket, keys.manifest(name), path);
}

type SentFile = Omit<Manifest["files"][number], "id">;

/** Files of the newest backup that are still in the bucket. A file never changes. */
async function findKnown(bucket: Bucket): Promise<Map<string, SentFile>> {
  const newest = (await bucket.list()).at(-1);
  if (newest === undefined) return new Map();
  const manifest = await bucket.readManifest(newest);
  const there = new Set((await bucket.listBelow(keys.files)).map(({ key }) => key));
  return new Map(
    manifest.files.filter(({ id }) => there.has(keys.file(id))).map(({ id, ...file }) => [id, file]),
  );
}

/** Null where the file is gone. */
async function sendFile({ files }: BackupDeps, bucket: Bucket, id: string): Promise<SentFile | null> {
  const sizeBytes = await files.size(id);
  if (sizeBytes === null) return null;
  let sha256 = "";
  const open = async () => {
    const hash = createHash("sha256");
    const hashed = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        hash.update(chunk);
        controller.enqueue(chunk);
      },
      flush: () => void (sha256 = hash.digest("hex")),
    });
    return (await files.read(id)).pipeThrough(hashed);
  };
  try {
    await bucket.put(keys.file(id), sizeBytes, open);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
  return { sizeBytes, sha256 };
}

async function removeOldest(
  bucket: Bucket,
  { keep, deps: { now, report } }: { keep: number; deps: BackupDeps },
): Promise<void> {
  const names = await bucket.list();
  for (const name of names.slice(0, -keep)) {
    // Without its manifest it is no backup, also where this ends in the middle.
    await bucket.remove(keys.manifest(name));
    for (const { key } of await bucket.listBelow(keys.rows(name))) await bucket.remove(key);
    report(`removed ${name}`);
  }
  const kept = await Promise.all(names.slice(-keep).map((name) => bucket.readManifest(name)));
  const used = new Set(kept.flatMap(({ files }) => files.map(({ id }) => keys.file(id))));
  for (const { key, at } of await bucket.listBelow(keys.files))
    if (!used.has(key) && now() - at > abandonedAfterMs) await bucket.remove(key);
}

/** Fetches a backup of a bucket into a new folder below `dataDir`, in the form of a local one. The caller removes it. */
export async function fetchBackup(
  bucket: Bucket,
  { name, dataDir }: { name: string; dataDir: string },
): Promise<string> {
  const manifest = await bucket.readManifest(name);
  makePrivateFolder(dataDir);
  const folder = await mkdtemp(join(dataDir, "restore-"));
  const rows = `${keys.rows(name)}${manifest.rowsAt}/`;
  try {
    await mkdir(join(folder, "rows"));
    await mkdir(join(folder, "files"));
    await writeManifest(join(folder, manifestName), manifest);
    for (const { name: table } of manifest.tables)
      await need(bucket, `${rows}${table}.gz`, join(folder, "rows", `${table}.gz`));
    for (const { id } of manifest.files) await need(bucket, keys.file(id), join(folder, "files", id));
    await getFile(bucket, rows + sealedKeyName, join(folder, sealedKeyName));
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function need(bucket: Bucket, key: string, path: string): Promise<void> {
  if (await getFile(bucket, key, path)) return;
  throw new CannotStart(`${bucket.address} lacks ${key}, so this backup is not complete. Use another one.`);
}
