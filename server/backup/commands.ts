import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { version } from "../../shared/domain/product.ts";
import { CannotStart } from "../database/cannotStart.ts";
import { isMigrated, listSteps } from "../database/migrate.ts";
import type { Migrations } from "../database/migrate.ts";
import { openStore } from "../database/openStore.ts";
import { makePrivateFolder } from "../database/privateFolder.ts";
import { openSecrets, secretFileName } from "../database/secrets.ts";
import type { Store } from "../database/store.ts";
import { openFiles } from "../storage/createStorage.ts";
import type { S3Settings } from "../storage/s3/settings.ts";
import { fetchBackup, makeBucketBackup } from "./bucketBackup.ts";
import { makeBackup } from "./makeBackup.ts";
import { moveTo } from "./moveTo.ts";
import type { BackupSettings } from "./nightly.ts";
import { isBucketAddress, openBucketAt } from "./place.ts";
import type { BackupStore } from "./place.ts";
import type { PartWish } from "./findPart.ts";
import { restoreBackup } from "./restoreBackup.ts";
import { restorePart } from "./restorePart.ts";

/** The settings that the commands read. */
interface BackupConfig {
  dataDir: string;
  databaseUrl: string | undefined;
  secretKey: string | undefined;
  s3: S3Settings | null;
  backup: BackupSettings | null;
  backupS3: BackupStore | null;
  backupPassphrase: string | undefined;
}

/** Dependencies of each command. */
export interface CommandDeps {
  config: BackupConfig;
  migrations: Migrations;
  report(line: string): void;
}

/** `backup [--to DIR|s3://BUCKET/PREFIX] [--name NAME] [--keep N]`: runs beside the server. */
export async function backupCommand(
  { config, migrations, report }: CommandDeps,
  given: string[],
): Promise<string> {
  const { to, name, keep } = readOptions(given, ["to", "name", "keep"]);
  const { backup, backupPassphrase: passphrase, dataDir } = config;
  const dir = to ?? backup?.dir;
  if (dir === undefined) throw new CannotStart("Name a folder: backup --to FOLDER, or set BACKUP_DIR.");
  const text = passphrase === undefined ? undefined : (config.secretKey ?? (await readKey(dataDir)));
  return withStore({ ...config, report: console.error, isBrief: true }, async (store) => {
    if (!(await isMigrated(store.db, migrations)))
      throw new CannotStart(
        "This version of Pilothouse has not been started with this database. Start it once first.",
      );
    const deps = { store, files: openFiles({ ...config, now: Date.now }), version, now: Date.now, report };
    const wish = {
      ...(name !== undefined && { name }),
      ...chooseKeep(keep, to === undefined ? backup?.keep : undefined),
      ...(passphrase !== undefined && text !== undefined && { key: { text, passphrase } }),
    };
    const folder = await (isBucketAddress(dir)
      ? makeBucketBackup(deps, { ...wish, dataDir, bucket: openBucketAt(dir, { s3: config.backupS3 }) })
      : makeBackup(deps, { ...wish, to: resolve(dir) }));
    return `Backup complete: ${folder}.${text === undefined ? " It does not include the secret key: keep a copy elsewhere." : ""}`;
  });
}

/**
 * `restore FOLDER|s3://BUCKET/PREFIX/NAME`: into an empty installation. No server may be running on it. With `--organization` or
 * `--agent` that part only, also into an installation with other data, while its server runs.
 */
export async function restoreCommand(deps: CommandDeps, given: string[]): Promise<string> {
  const { config, migrations, report } = deps;
  const { dataDir, backupPassphrase: passphrase } = config;
  const [from, wish] = readWish(given);
  const isBrief = wish !== null && (await hasTables(config, migrations));
  return withStore({ ...config, report: console.error, isBrief }, async (store) => {
    const files = openFiles({ ...config, now: Date.now });
    const restore = (folder: string) => {
      const restoreDeps = { store, files, dataDir, migrations, report };
      const source = { from: folder, ...(passphrase !== undefined && { passphrase }) };
      return wish === null
        ? restoreBackup(restoreDeps, source)
        : restorePart({ ...restoreDeps, openSecrets: () => openSecrets(config) }, { ...source, wish });
    };
    if (!isBucketAddress(from)) return restore(resolve(from));
    const [, place = "", name = ""] = /^(.*)\/([^/]+)\/?$/.exec(from) ?? [];
    const folder = await fetchBackup(openBucketAt(place, { s3: config.backupS3 }), { name, dataDir });
    try {
      return await restore(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

function readWish(given: string[]): [from: string, wish: PartWish | null] {
  const { positionals, values } = readArguments(given, ["agent", "organization"]);
  const { agent, organization } = values;
  if (agent !== undefined && organization !== undefined)
    throw new CannotStart("Write either --organization or --agent.");
  const from = positionals[0] ?? "";
  if (agent !== undefined) return [from, { agent }];
  return [from, organization === undefined ? null : { organization }];
}

/** Whether a server may run here. A new installation is locked while it gets its tables. */
async function hasTables(config: BackupConfig, migrations: Migrations): Promise<boolean> {
  return withStore({ ...config, report: console.error, isBrief: true }, async ({ db }) => {
    const { done } = await listSteps(db, migrations);
    return done.length > 0;
  });
}

/** `move-to URL|FOLDER`: copies all rows to Postgres, or back into a data folder. No server may be running. */
export async function moveToCommand(deps: CommandDeps, [to = ""]: string[]): Promise<string> {
  const { config, migrations, report } = deps;
  if (!to) throw new CannotStart("Name the target: move-to postgres://… or move-to FOLDER.");
  const isPostgres = /^postgres(?:ql)?:/.test(to);
  const target = isPostgres ? { dataDir: config.dataDir, databaseUrl: to } : { dataDir: resolve(to) };
  if (isPostgres === (config.databaseUrl !== undefined))
    throw new CannotStart(
      "The rows already are in that kind of database. move-to goes from SQLite to Postgres or back.",
    );
  makePrivateFolder(config.dataDir);
  return withStore({ ...config, report: console.error }, (from) =>
    withStore({ ...target, report: console.error }, (store) =>
      moveTo({ from, to: store, migrations, folder: config.dataDir, report }),
    ),
  );
}

type Options = Parameters<typeof openStore>[0];

async function withStore<Result>(options: Options, work: (store: Store) => Promise<Result>): Promise<Result> {
  const store = await openStore(options);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

function readOptions<Name extends string>(given: string[], names: Name[]): Partial<Record<Name, string>> {
  const { positionals, values } = readArguments(given, names);
  if (positionals.length > 0) throw new CannotStart(`Unexpected: ${positionals.join(" ")}`);
  return values;
}

function readArguments<Name extends string>(
  given: string[],
  names: Name[],
): { positionals: string[]; values: Partial<Record<Name, string>> } {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  try {
    const { positionals, values } = parseArgs({ args: given, options, allowPositionals: true });
    return { positionals, values: values as Partial<Record<Name, string>> }; // the options above
  } catch (error) {
    throw new CannotStart(error instanceof Error ? error.message : String(error));
  }
}

function chooseKeep(given: string | undefined, otherwise: number | undefined): { keep?: number } {
  if (given === undefined) return otherwise === undefined ? {} : { keep: otherwise };
  const keep = Number(given);
  if (!Number.isInteger(keep) || keep < 1) throw new CannotStart("--keep takes a number of at least 1.");
  return { keep };
}

async function readKey(dataDir: string): Promise<string> {
  const path = join(dataDir, secretFileName);
  if (!existsSync(path))
    throw new CannotStart(`There is no secret key in ${path} yet. Start the server once.`);
  return (await readFile(path, "utf8")).trim();
}
