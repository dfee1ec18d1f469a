import { closeSync, openSync, statSync, truncateSync, writeSync } from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { checkIntegrity } from "./integrity.ts";
import { migrate } from "./migrate.ts";
import { sqliteFileName } from "./sqliteStore.ts";
import { openStore } from "./openStore.ts";
import type { Store } from "./store.ts";

const words = /The database .*pilothouse\.db .*(damaged|can't be opened).* Restore a backup/s;
const longMs = 60_000;

/** A folder with a database of some hundred pages. */
async function makeFolder(): Promise<{ dataDir: string; path: string }> {
  const dataDir = mkdtempSync(join(tmpdir(), "pilothouse-damage-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const store = await openStore({ dataDir });
  await sql`create table lamps (name text)`.execute(store.db);
  await sql`create index lampsByName on lamps (name)`.execute(store.db);
  await store.transaction(async (tx) => {
    for (let at = 0; at < 500; at += 1)
      await sql`insert into lamps values (${`${at} ${"x".repeat(900)}`})`.execute(tx);
  });
  await store.close();
  return { dataDir, path: join(dataDir, sqliteFileName) };
}

/** What a start does before it answers anybody. */
async function start(dataDir: string): Promise<Store> {
  const store = await openStore({ dataDir });
  onTestFinished(() => store.close());
  await migrate(store, {});
  const integrity = checkIntegrity(store, () => {});
  await integrity.waitAtMost(longMs);
  expect(integrity.isIntact()).toBe(true);
  return store;
}

it("hole 7: starts with a whole database", async () => {
  const { dataDir } = await makeFolder();
  const store = await start(dataDir);
  const { rows } = await sql`select count(*) as count from lamps`.execute(store.db);
  expect(rows).toEqual([{ count: 500 }]);
});

it("hole 7: refuses in words where pages are damaged", async () => {
  const { dataDir, path } = await makeFolder();
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(4096 * 20, 0xa5), 0, 4096 * 20, Math.floor(statSync(path).size / 2));
  closeSync(file);
  await expect(start(dataDir)).rejects.toThrow(words);
});

it.each([0.9, 0.5, 0.1])("hole 7: refuses in words where only %d of it is left", async (part) => {
  const { dataDir, path } = await makeFolder();
  truncateSync(path, Math.floor(statSync(path).size * part));
  await expect(start(dataDir)).rejects.toThrow(words);
});

it("hole 7: tells who asks later where a start has not waited for the end", async () => {
  const { dataDir, path } = await makeFolder();
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(4096 * 20, 0xa5), 0, 4096 * 20, Math.floor(statSync(path).size / 2));
  closeSync(file);
  const store = await openStore({ dataDir });
  onTestFinished(() => store.close());
  const told = Promise.withResolvers<unknown>();
  const integrity = checkIntegrity(store, told.resolve);
  expect(await told.promise).toMatchObject({ message: expect.stringMatching(words) });
  expect(integrity.isIntact()).toBe(false);
});
