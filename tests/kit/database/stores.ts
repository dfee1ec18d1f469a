import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Migration } from "kysely/migration";
import { migrate } from "../../../server/database/migrate.ts";
import { sqliteFileName } from "../../../server/database/sqliteStore.ts";
import type { Dialect, Store } from "../../../server/database/store.ts";
import { afterFile } from "../afterFile.ts";
import { migrateFully } from "./migrateFully.ts";
import { createDatabase, dropDatabase } from "./postgres.ts";
import { openStore } from "../../../server/database/openStore.ts";

/** Where a store lies: what openStore, or a server of its own, is started with. */
export interface StorePlace {
  dataDir: string;
  databaseUrl?: string;
}

/** One of the stores that this run tests, with ways to get fresh ones of its kind. */
export interface StoreKind {
  name: Dialect;
  /** An empty place: a new folder and, on Postgres, a new database. */
  newPlace(): Promise<StorePlace>;
  /** A migrated store in a new place; with `steps` those instead of the product's migrations. */
  open(steps?: Record<string, Migration>): Promise<{ store: Store; place: StorePlace }>;
  /** One more connection to a place, as another process would have (on SQLite only after the first is closed). */
  openAt(place: StorePlace): Promise<Store>;
}

/**
 * The stores of this run, for `describe.each(stores())("threads on $name", ({ open }) => ...)`: the names in TEST_STORE
 * (sqlite, postgres, or both with a comma; sqlite when it is not set). What was opened is closed and removed after the
 * file.
 */
export function stores(): StoreKind[] {
  return (process.env["TEST_STORE"] ?? "sqlite").split(",").map(storeKind);
}

/**
 * The same for a suite that each check runs on Postgres, too: its subject is written, found, ordered or locked by a
 * statement that the two stores may answer differently. `npm run test:postgres` runs the files that call this.
 */
export function bothStores(): StoreKind[] {
  return stores();
}

const opened: Store[] = [];
const folders: string[] = [];
const databases: string[] = [];

afterFile(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  for (const url of databases.splice(0)) await dropDatabase(readEnv("DATABASE_URL"), url);
  folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true }));
});

function storeKind(name: string): StoreKind {
  if (name !== "sqlite" && name !== "postgres") throw new Error(`TEST_STORE knows no store ${name}`);
  const openAt = async (place: StorePlace) => {
    const store = await openStore(place);
    opened.push(store);
    return store;
  };
  const newPlace = async (): Promise<StorePlace> => {
    const dataDir = newFolder();
    return name === "sqlite" ? { dataDir } : { dataDir, databaseUrl: await newDatabase() };
  };
  const newMigratedPlace = async (): Promise<StorePlace> => {
    const dataDir = newFolder();
    if (name === "postgres") return { dataDir, databaseUrl: await newDatabase(readEnv("TEST_TEMPLATE")) };
    copyFileSync(await migratedFile(), join(dataDir, sqliteFileName));
    return { dataDir };
  };
  const open = async (steps?: Record<string, Migration>) => {
    const place = steps ? await newPlace() : await newMigratedPlace();
    const store = await openAt(place);
    if (steps) await migrate(store, steps);
    return { store, place };
  };
  return { name, newPlace, open, openAt };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "pilothouse-"));
  folders.push(folder);
  return folder;
}

async function newDatabase(template?: string): Promise<string> {
  const url = await createDatabase(readEnv("DATABASE_URL"), template);
  databases.push(url);
  return url;
}

/** A migrated SQLite database that the whole run copies, made by the process that needs it first. */
async function migratedFile(): Promise<string> {
  const path = join(readEnv("TEST_RUN_FOLDER"), sqliteFileName);
  if (existsSync(path)) return path;
  const dataDir = newFolder();
  const store = await openStore({ dataDir });
  await migrateFully(store);
  await store.close();
  // In one step: another process finds the whole file or none.
  const copy = `${path}.${process.pid}`;
  copyFileSync(join(dataDir, sqliteFileName), copy);
  renameSync(copy, path);
  return path;
}

/** What `prepareRun.ts` has set. */
function readEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: tests/kit/database/prepareRun.ts sets it before a run.`);
  return value;
}
