import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { describe, expect, it } from "vitest";
import { bothStores } from "../../tests/kit/database/stores.ts";
import { isMigrated, migrate } from "./migrate.ts";

const makeTable = (name: string) => ({
  up: (db: Kysely<unknown>) => db.schema.createTable(name).addColumn("id", "text").execute(),
});
const two = { "0001_one": makeTable("one"), "0002_two": makeTable("two") };

describe.each(bothStores())("the steps of the database on $name", ({ open, openAt, newPlace, name }) => {
  it("run once, in the order of their names", async () => {
    const { store } = await open({ "0001_one": makeTable("one") });
    expect(await isMigrated(store.db, two)).toBe(false);
    expect(await migrate(store, two)).toEqual(["0002_two"]);
    expect(await migrate(store, two)).toEqual([]);
    expect(await isMigrated(store.db, two)).toBe(true);
  });

  it("refuse a database that a newer version has written, in words", async () => {
    const { store } = await open(two);
    const older = migrate(store, { "0001_one": two["0001_one"] });
    await expect(older).rejects.toMatchObject({
      name: "CannotStart",
      message: expect.stringContaining("written by a newer Pilothouse (it has 0002_two"),
    });
  });

  it.runIf(name === "sqlite")("refuse a database that is damaged in the middle, in words", async () => {
    const { store, place } = await open(two);
    const path = store.file ?? "";
    const schema = await sql<{ page: number; size: number }>`
      select rootpage as page, page_size as size from sqlite_schema, pragma_page_size
      where name = 'kysely_migration'`.execute(store.db);
    await store.close();
    const { page = 0, size = 0 } = schema.rows[0] ?? {};
    writeFileSync(path, readFileSync(path).fill(0xa5, (page - 1) * size, page * size));
    const damaged = await openAt(place);
    await expect(migrate(damaged, two)).rejects.toMatchObject({
      name: "CannotStart",
      message: expect.stringContaining("is damaged. Restore a backup"),
    });
  });

  it("leave nothing behind when one of them fails", async () => {
    const store = await openAt(await newPlace());
    const broken = { up: (db: Kysely<unknown>) => sql`create table`.execute(db).then(() => {}) };
    const failing = migrate(store, { "0001_one": makeTable("one"), "0002_broken": broken });
    await expect(failing).rejects.toThrow("could not be brought up to this version (0002_broken)");
    expect(await migrate(store, two)).toEqual(["0001_one", "0002_two"]);
  });

  it("leave nothing behind when the process is killed between two of them", async () => {
    const place = await newPlace();
    const script = new URL("../../tests/kit/database/migrateHalf.ts", import.meta.url).pathname;
    const child = spawn(process.execPath, [script, JSON.stringify(place)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "exit");
    const store = await openAt(place);
    expect(await migrate(store, two)).toEqual(["0001_one", "0002_two"]);
  });

  it.runIf(name === "postgres")("are run by one of two servers that start at once", async () => {
    const place = await newPlace();
    const servers = await Promise.all([openAt(place), openAt(place), openAt(place)]);
    const ran = await Promise.all(servers.map((store) => migrate(store, two)));
    expect(ran.flat()).toEqual(["0001_one", "0002_two"]);
  });
});
