import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Migration } from "kysely/migration";
import { migrate } from "../../server/database/migrate.ts";
import { openStore } from "../../server/database/store.ts";
import type { Dialect, Store } from "../../server/database/store.ts";
import { afterFile } from "./afterFile.ts";
import { startPostgres } from "./postgres.ts";
import type { TestPostgres } from "./postgres.ts";

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

const opened: Store[] = [];
const folders: string[] = [];
let postgres: Promise<TestPostgres | null> | undefined;

afterFile(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()));
  await (await postgres)?.stop();
  postgres = undefined;
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
    const dataDir = mkdtempSync(join(tmpdir(), "pilothouse-"));
    folders.push(dataDir);
    return name === "sqlite" ? { dataDir } : { dataDir, databaseUrl: await newDatabase() };
  };
  const open = async (steps?: Record<string, Migration>) => {
    const place = await newPlace();
    const store = await openAt(place);
    await migrate(store, steps);
    return { store, place };
  };
  return { name, newPlace, open, openAt };
}

async function newDatabase(): Promise<string> {
  postgres ??= startPostgres();
  const server = await postgres;
  if (!server) throw new Error("TEST_STORE asks for Postgres, and none can be had: the line above says why.");
  return server.createDatabase();
}
