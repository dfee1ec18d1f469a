import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openEarlyDatabase } from "../../tests/kit/database/early/open.ts";
import { readSchema } from "../../tests/kit/database/readSchema.ts";
import { bothStores } from "../../tests/kit/database/stores.ts";
import { adopt, isMigrated, migrate } from "../database/migrate.ts";
import { migrations } from "./migrations.ts";

describe("the steps", () => {
  it("have the numbers from one on, each once and in order", () => {
    const numbers = Object.keys(migrations).map((name) => Number(/^(\d{4})_[a-z]\w*$/i.exec(name)?.[1]));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  });
});

describe.each(bothStores())("an empty database on $name", ({ openAt, newPlace }) => {
  it("is brought up to this version once", async () => {
    const store = await openAt(await newPlace());
    expect(await migrate(store, migrations)).toEqual(Object.keys(migrations));
    expect(await isMigrated(store.db, migrations)).toBe(true);
    expect(await migrate(store, migrations)).toEqual([]);
  });
});

describe.each(bothStores())("a database from before the first release on $name", (kind) => {
  it("is refused at the start, with the command to run", async () => {
    const store = await openEarlyDatabase(kind);
    await expect(migrate(store, migrations)).rejects.toMatchObject({
      name: "CannotStart",
      message: expect.stringContaining("run `npm run cli -- adopt` once"),
    });
  });

  it("is adopted with all its rows, and then has the tables of a new one", async () => {
    const store = await openEarlyDatabase(kind);
    expect(await adopt(store, migrations)).toContain("now one of release 0.1.0");
    await migrate(store, migrations);
    const { store: fresh } = await kind.open();
    expect(await readSchema(store.db)).toEqual(await readSchema(fresh.db));
    const messages = await store.db.selectFrom("messages").select("content").orderBy("position").execute();
    expect(messages).toEqual([{ content: "Hello?" }, { content: "Hi." }]);
    expect(await adopt(store, migrations)).toContain("Nothing to do");
  });

  it("is refused where it stops before the last version, naming the step", async () => {
    const store = await openEarlyDatabase(kind);
    await sql`delete from kysely_migration where name > '0060'`.execute(store.db);
    await expect(adopt(store, migrations)).rejects.toMatchObject({
      name: "CannotStart",
      message: expect.stringContaining("stops at 0059_chosenExports"),
    });
  });
});
