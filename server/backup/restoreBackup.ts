import { createReadStream, existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { CannotStart } from "../database/cannotStart.ts";
import { migrate } from "../database/migrate.ts";
import type { Migrations } from "../database/migrate.ts";
import { makePrivateFolder } from "../database/privateFolder.ts";
import { secretFileName } from "../database/secrets.ts";
import type { Db, Store } from "../database/store.ts";
import type { FileStore } from "../storage/fileStore.ts";
import { hashFile } from "./makeBackup.ts";
import { readManifest } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";
import { rebuildIndex } from "./rebuildIndex.ts";
import { insertRows, readTable } from "./rows.ts";
import { openKey, sealedKeyName } from "./sealKey.ts";

export interface RestoreDeps {
  store: Store;
  files: FileStore;
  dataDir: string;
  migrations: Migrations;
  report(line: string): void;
}

const rowsAtOnce = 500;

/** Restores a backup into an empty installation on either store, after comparing every hash. Gives a summary. */
export async function restoreBackup(
  deps: RestoreDeps,
  { from, passphrase }: { from: string; passphrase?: string },
): Promise<string> {
  const { store, migrations, report } = deps;
  const manifest = await readManifest(from);
  await migrate(store, chooseSteps(manifest, migrations));
  await refuseFull(store.db);
  await checkFiles(from, manifest.files);
  await putFiles(deps.files, from, manifest.files);
  report(`${manifest.files.length} files`);
  await fillRows(store, { from, manifest, migrations });
  const indexed = await rebuildIndex(store);
  report(`${indexed} messages in the search index`);
  const key = await putKey(deps, { from, passphrase });
  const rows = manifest.tables.reduce((total, table) => total + table.rows, 0);
  return `Restored ${rows} rows and ${manifest.files.length} files of ${new Date(manifest.madeAt).toISOString()}. ${key}`;
}

/** Puts all rows of a backup into an empty store, compares their hashes, and brings the tables up to this version. */
export async function fillRows(
  store: Store,
  { from, manifest, migrations }: { from: string; manifest: Manifest; migrations: Migrations },
): Promise<void> {
  await migrate(store, chooseSteps(manifest, migrations));
  await store.transaction(async (tx) => {
    for (const { name } of manifest.tables.toReversed()) await tx.deleteFrom(name as never).execute();
    for (const table of manifest.tables) {
      const { batches, end } = readTable(join(from, "rows", `${table.name}.gz`), rowsAtOnce);
      for await (const rows of batches) await insertRows(tx, table.name, rows);
      const { rows, sha256 } = end();
      if (rows !== table.rows || sha256 !== table.sha256)
        throw new CannotStart(`The rows of ${table.name} are damaged in this backup. Nothing was restored.`);
    }
  });
  await migrate(store, migrations);
}

/** The steps that the backup's tables have. Newer steps run after the rows are in. */
function chooseSteps({ steps, version }: Manifest, migrations: Migrations): Migrations {
  const unknown = steps.find((name) => !Object.hasOwn(migrations, name));
  if (unknown !== undefined) {
    throw new CannotStart(
      `This backup is from a newer version (${version}, with ${unknown}). Install that version, then restore.`,
    );
  }
  return Object.fromEntries(Object.entries(migrations).filter(([name]) => steps.includes(name)));
}

/** Whether an installation has users or organizations. */
export async function hasData(db: Db): Promise<boolean> {
  const [user, organization] = await Promise.all([
    db.selectFrom("users").select("id").limit(1).executeTakeFirst(),
    db.selectFrom("organizations").select("id").limit(1).executeTakeFirst(),
  ]);
  return user !== undefined || organization !== undefined;
}

async function refuseFull(db: Db): Promise<void> {
  if (!(await hasData(db))) return;
  throw new CannotStart(
    "There is data here already, and it was not changed. Set DATA_DIR to a new folder, or DATABASE_URL to an empty database.",
  );
}

/** Throws CannotStart where a file of the backup is damaged. */
export async function checkFiles(from: string, files: Manifest["files"]): Promise<void> {
  for (const { id, sha256 } of files) {
    const found = await hashFile(join(from, "files", id)).catch(() => null);
    if (found !== sha256)
      throw new CannotStart(`The file ${id} is damaged or missing in this backup. Nothing was restored.`);
  }
}

/** Puts files of a backup where they are not yet. */
export async function putFiles(store: FileStore, from: string, files: Manifest["files"]): Promise<void> {
  for (const { id, sizeBytes } of files) {
    if ((await store.size(id)) === sizeBytes) continue;
    // Node's own type of stream for the web differs from the global one in name only.
    const body = Readable.toWeb(createReadStream(join(from, "files", id))) as ReadableStream<Uint8Array>;
    await store.write(id, body, sizeBytes);
  }
}

/** Restores the secret key where the backup has it, and says where the key must be. */
export async function putKey(
  { dataDir }: Pick<RestoreDeps, "dataDir">,
  { from, passphrase }: { from: string; passphrase?: string | undefined },
): Promise<string> {
  const path = join(dataDir, secretFileName);
  const sealed = join(from, sealedKeyName);
  if (passphrase !== undefined && existsSync(sealed) && !existsSync(path)) {
    makePrivateFolder(dataDir);
    await writeFile(path, openKey(await readFile(sealed, "utf8"), passphrase), { mode: 0o600, flag: "wx" });
    return `The secret key is in ${path}.`;
  }
  return `Before you start, put that installation's secret key into ${path} or SECRET_KEY.`;
}
