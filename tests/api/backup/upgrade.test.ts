import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { backUpBeforeUpgrade } from "../../../server/backup/beforeUpgrade.ts";
import { makeBackup } from "../../../server/backup/makeBackup.ts";
import { readManifest } from "../../../server/backup/manifest.ts";
import { tryMigration } from "../../../server/backup/tryMigration.ts";
import { Busy } from "../../../server/database/cannotStart.ts";
import { isMigrated, migrate } from "../../../server/database/migrate.ts";
import type { Migrations } from "../../../server/database/migrate.ts";
import { refuseBesideOld } from "../../../server/database/refuseBesideOld.ts";
import { migrations } from "../../../server/http/migrations.ts";
import { openFiles } from "../../../server/storage/createStorage.ts";
import { bothStores } from "../../kit/database/stores.ts";

const makeFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "upgrade-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
const next: Migrations = {
  ...migrations,
  "9999_next": { up: async (db) => db.schema.alterTable("users").addColumn("shoeSize", "integer").execute() },
};
const broken: Migrations = {
  ...migrations,
  "9999_broken": { up: async (db) => db.schema.alterTable("nothing").addColumn("x", "integer").execute() },
};

describe.each(bothStores())("an upgrade on $name", (kind) => {
  it("is tried without a trace, keeps all rows before, and is refused to the older version after", async () => {
    const { store } = await kind.open();
    const dataDir = makeFolder();
    expect(await tryMigration(store, migrations)).toContain("Nothing to do");
    expect(await tryMigration(store, next)).toMatch(/These steps succeed .*\n {2}9999_next/);
    await expect(tryMigration(store, broken)).rejects.toThrow();
    expect(await isMigrated(store.db, next)).toBe(false);

    const deps = {
      ...{ store, dataDir, migrations: next, version: "9.9.9", now: Date.now, report: () => {} },
      files: openFiles({ dataDir, s3: null, now: Date.now }),
    };
    const folder = await backUpBeforeUpgrade(deps);
    expect((await readManifest(folder ?? "")).steps.at(-1)).toBe(Object.keys(migrations).toSorted().at(-1));
    // Another process upgrades while the rows are read.
    const make: typeof makeBackup = async (...given) => {
      const made = await makeBackup(...given);
      expect(await migrate(store, next)).toEqual(["9999_next"]);
      return made;
    };
    expect(await backUpBeforeUpgrade({ ...deps, now: () => Date.now() + 60_000, make })).toBeNull();
    expect(await backUpBeforeUpgrade(deps)).toBeNull();
    expect(readdirSync(join(dataDir, "upgrades"))).toHaveLength(1);
    await expect(migrate(store, migrations)).rejects.toThrow(/written by a newer Pilothouse .*9999_next/);
  });

  it("is backed up by each of several processes that start at once, and never left without a backup", async () => {
    const { store } = await kind.open();
    const dataDir = makeFolder();
    const deps = {
      ...{
        store,
        dataDir,
        migrations: next,
        version: "9.9.9",
        now: () => 1_772_366_400_000,
        report: () => {},
      },
      files: openFiles({ dataDir, s3: null, now: Date.now }),
    };
    const made = await Promise.all([backUpBeforeUpgrade(deps), backUpBeforeUpgrade(deps)]);
    expect(readdirSync(join(dataDir, "upgrades")).toSorted()).toEqual(
      made.map((folder) => basename(folder ?? "none")).toSorted(),
    );
    expect(new Set(made).size).toBe(2);
    const make = () => Promise.reject(new Busy("A backup is being made."));
    await expect(backUpBeforeUpgrade({ ...deps, make })).rejects.toThrow(/the backup before that failed/);
  });

  it("begins no new installation beside the data of an old one", async () => {
    const { store } = await kind.open();
    const dataDir = makeFolder();
    expect(() => refuseBesideOld({ store, dataDir })).not.toThrow();
    mkdirSync(join(dataDir, "files"));
    writeFileSync(join(dataDir, "files", "one"), "a file");
    if (store.dialect === "sqlite")
      expect(() => refuseBesideOld({ store, dataDir })).toThrow(/Put the database back/);
  });
});
