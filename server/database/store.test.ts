import { AsyncLocalStorage } from "node:async_hooks";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { describe, expect, it } from "vitest";
import { bothStores } from "../../tests/kit/database/stores.ts";
import { bytesType } from "./columns.ts";
import { isUniqueViolation } from "./faults.ts";
import type { Store, Tx } from "./store.ts";
import { openStore } from "./openStore.ts";

declare module "./store.ts" {
  interface Tables {
    testThings: { id: string; amount: number; bytes: Uint8Array | null };
  }
}

const steps = {
  "0001_things": {
    up: (db: Kysely<unknown>) =>
      db.schema
        .createTable("testThings")
        .addColumn("id", "text", (column) => column.primaryKey())
        .addColumn("amount", "bigint", (column) => column.notNull())
        .addColumn("bytes", bytesType(db))
        .execute(),
  },
};

const insert = (db: Store["db"], id: string, amount = 0) =>
  db.insertInto("testThings").values({ id, amount, bytes: null }).execute();
const listIds = async (db: Store["db"]) =>
  (await db.selectFrom("testThings").select("id").orderBy("id").execute()).map((row) => row.id);

/** Runs as somebody who is not inside the transaction that runs now. */
const outside = AsyncLocalStorage.snapshot();

describe.each(bothStores())("a store on $name", ({ open, openAt, newPlace, name }) => {
  it("writes a row whose own number passes what a JavaScript number holds", async () => {
    const { store } = await open(steps);
    await sql`create table "big" ("number" ${sql.raw(name === "sqlite" ? "integer" : "bigint")} primary key)`.execute(
      store.db,
    );
    await sql`insert into "big" values (9009398277996544)`.execute(store.db);
    const { rows } = await sql<{ text: string }>`select cast("number" as text) as "text" from "big"`.execute(
      store.db,
    );
    expect(rows).toEqual([{ text: "9009398277996544" }]);
  });

  it("gives numbers, bytes and changed rows alike", async () => {
    const { store } = await open(steps);
    const bytes = new Uint8Array([0, 1, 255]);
    await store.db
      .insertInto("testThings")
      .values({ id: "a", amount: 9_007_199_254_740_991, bytes })
      .execute();
    await insert(store.db, "b", 1);

    const row = await store.reader
      .selectFrom("testThings")
      .selectAll()
      .where("id", "=", "a")
      .executeTakeFirstOrThrow();
    expect({ ...row, bytes: [...(row.bytes ?? [])] }).toEqual({
      id: "a",
      amount: 9_007_199_254_740_991,
      bytes: [0, 1, 255],
    });
    expect(row.bytes).toBeInstanceOf(Uint8Array);
    const sums = await store.db
      .selectFrom("testThings")
      .where("id", "=", "b")
      .select((query) => [query.fn.countAll<number>().as("count"), query.fn.sum<number>("amount").as("sum")])
      .executeTakeFirstOrThrow();
    expect(sums).toEqual({ count: 1, sum: 1 });
    const changed = await store.db.updateTable("testThings").set({ amount: 2 }).executeTakeFirstOrThrow();
    expect(changed.numUpdatedRows).toBe(2n);
  });

  it("takes the NUL character out of texts", async () => {
    const { store } = await open(steps);
    await insert(store.db, "a\u0000b");
    expect(await listIds(store.reader)).toEqual(["a\ufffdb"]);
  });

  it("tells a key that is there already from other faults", async () => {
    const { store } = await open(steps);
    await insert(store.db, "a");
    expect(isUniqueViolation(await insert(store.db, "a").catch((error: unknown) => error))).toBe(true);
    const missing = await sql`select * from nowhere`.execute(store.db).catch((error: unknown) => error);
    expect(isUniqueViolation(missing)).toBe(false);
  });

  it("keeps what other awaits do out of an open transaction", async () => {
    const { store } = await open(steps);
    const inside = gate();
    const rollBack = gate();
    const failing = store.transaction(async (tx) => {
      await insert(tx, "inside");
      inside.open();
      await rollBack.passed;
      throw new Error("rolled back");
    });
    await inside.passed;
    const outside = insert(store.db, "outside");
    const read = listIds(store.db);
    rollBack.open();

    await expect(failing).rejects.toThrow("rolled back");
    await outside;
    expect(await read).not.toContain("inside");
    expect(await listIds(store.db)).toEqual(["outside"]);
  });

  it("loses no step of fifty transactions that count up the same row", async () => {
    const { store } = await open(steps);
    await insert(store.db, "counter", 0);
    const countUp = async (tx: Tx) => {
      const row = await tx.selectFrom("testThings").select("amount").forUpdate().executeTakeFirstOrThrow();
      await tx
        .updateTable("testThings")
        .set({ amount: row.amount + 1 })
        .execute();
    };
    await Promise.all(Array.from({ length: 50 }, () => store.transaction(countUp)));
    const row = await store.db.selectFrom("testThings").select("amount").executeTakeFirstOrThrow();
    expect(row.amount).toBe(50);
  });

  it("runs both of two transactions that lock the same rows in opposite order", async () => {
    const { store } = await open(steps);
    await insert(store.db, "a", 0);
    await insert(store.db, "b", 0);
    const add = async (tx: Tx, id: string) => {
      await tx
        .updateTable("testThings")
        .set((row) => ({ amount: row("amount", "+", 1) }))
        .where("id", "=", id)
        .execute();
    };
    const bothHaveOne = [gate(), gate()] as const;
    const addBoth = async (mine: 0 | 1, ids: [string, string]) => {
      let attempt = 0;
      await store.transaction(async (tx) => {
        attempt += 1;
        await add(tx, ids[0]);
        bothHaveOne[mine].open();
        if (name === "postgres" && attempt === 1) await bothHaveOne[mine ? 0 : 1].passed;
        await add(tx, ids[1]);
      });
      return attempt;
    };
    const attempts = await Promise.all([addBoth(0, ["a", "b"]), addBoth(1, ["b", "a"])]);
    expect(attempts.toSorted()).toEqual(name === "postgres" ? [1, 2] : [1, 1]);
    const rows = await store.db.selectFrom("testThings").select("amount").execute();
    expect(rows.map((row) => row.amount)).toEqual([2, 2]);
  });

  it.runIf(name === "postgres")(
    "runs a transaction again whose connection was lost before its commit",
    async () => {
      const { store } = await open(steps);
      let attempts = 0;
      await store.transaction(async (tx) => {
        attempts += 1;
        await insert(tx, `attempt ${attempts}`);
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        if (attempts === 1) await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(store.reader);
        await insert(tx, "more");
      });
      expect(await listIds(store.db)).toEqual(["attempt 2", "more"]);
    },
  );

  it("does not run a transaction again that failed by its own fault", async () => {
    const { store } = await open(steps);
    let attempts = 0;
    const failing = store.transaction(async () => {
      attempts += 1;
      throw Object.assign(new Error("no such file"), { code: "ENOENT", syscall: "open" });
    });
    await expect(failing).rejects.toThrow("no such file");
    expect(attempts).toBe(1);
  });

  it("lets nothing follow a failed statement but a rollback, also when somebody caught it", async () => {
    const { store } = await open(steps);
    await insert(store.db, "a");
    const work = store.transaction(async (tx) => {
      await insert(tx, "b");
      await insert(tx, "a").catch(() => {});
      await insert(tx, "c");
    });
    await expect(work).rejects.toThrow();
    const caught = store.transaction(async (tx) => {
      await insert(tx, "d");
      await insert(tx, "a").catch(() => {});
    });
    await expect(caught).rejects.toThrow();
    expect(await listIds(store.db)).toEqual(["a"]);
  });

  it("refuses store.db and a second transaction inside one, and a lasting use of tx after it", async () => {
    const { store } = await open(steps);
    await expect(store.transaction(() => insert(store.db, "a"))).rejects.toThrow(
      "Inside a transaction use its `tx`",
    );
    const nested = store.transaction(() => store.transaction((tx) => insert(tx, "a")));
    await expect(nested).rejects.toThrow("Inside a transaction use its `tx`");
    let kept: Tx | undefined;
    await store.transaction(async (tx) => void (kept = tx));
    await expect(insert(kept ?? store.db, "late")).rejects.toThrow();
    expect(await listIds(store.db)).toEqual([]);
  });

  it("runs afterCommit functions once the rows are there, and never after a rollback", async () => {
    const { store } = await open(steps);
    const seen: string[] = [];
    const read = gate();
    await store.transaction(async (tx) => {
      tx.afterCommit(() => void listIds(store.reader).then((ids) => (seen.push(...ids), read.open())));
      await insert(tx, "a");
      expect(seen).toEqual([]);
    });
    await read.passed;
    expect(seen).toEqual(["a"]);
    const failing = store.transaction(async (tx) => {
      tx.afterCommit(() => seen.push("never"));
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(seen).toEqual(["a"]);
  });

  it("tells a fault of an afterCommit function without failing the transaction", async () => {
    const place = await newPlace();
    const told: unknown[] = [];
    const store = await openStore({ ...place, report: (error) => told.push(error) });
    const result = await store.transaction(async (tx) => {
      tx.afterCommit(() => {
        throw new Error("hook");
      });
      return "stored";
    });
    await store.close();
    expect(result).toBe("stored");
    expect(told).toEqual([new Error("hook")]);
  });

  it("reads what was committed a moment before, many at a time, and names a wrong statement", async () => {
    const { store } = await open(steps);
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const id = `n${index}`;
        await insert(store.db, id, index);
        const row = await store.reader
          .selectFrom("testThings")
          .selectAll()
          .where("id", "=", id)
          .executeTakeFirst();
        expect(row?.amount).toBe(index);
      }),
    );
    await expect(sql`select * from nowhere`.execute(store.reader)).rejects.toThrow("nowhere");
    await expect(insert(store.reader, "x")).rejects.toThrow(/read-?only/i);
    await expect(store.reader.transaction().execute((tx: object) => insert(tx as Tx, "x"))).rejects.toThrow(
      /read/,
    );
    await store.ping();
  });

  it("stores each of many writes at once, and undoes those alone that fail", async () => {
    const { store } = await open(steps);
    await insert(store.db, "taken");
    const id = (index: number) => String(100 + index);
    const ways: ((index: number) => Promise<unknown>)[] = [
      (index) => insert(store.db, id(index)),
      (index) => store.transaction((tx) => insert(tx, id(index))),
      () => insert(store.db, "taken"),
      (index) =>
        store.transaction(async (tx) => {
          await insert(tx, id(index));
          await insert(tx, "taken");
        }),
      (index) =>
        store.transaction(async (tx) => {
          await insert(tx, id(index));
          throw new Error("thought better of it");
        }),
    ];
    const all = Array.from({ length: 60 }, (_, index) => index);
    const ended = await Promise.allSettled(all.map((index) => ways[index % ways.length]?.(index)));
    const right = all.filter((index) => index % ways.length < 2);
    expect(all.filter((index) => ended[index]?.status === "fulfilled")).toEqual(right);
    expect(await listIds(store.reader)).toEqual([...right.map(id), "taken"]);
  });

  it("reads single rows as they are committed while a transaction is open", async () => {
    const { store } = await open(steps);
    await insert(store.db, "before");
    await store.transaction(async (tx) => {
      await insert(tx, "within");
      expect(await outside(() => listIds(store.db))).toEqual(["before"]);
      expect(await listIds(tx)).toEqual(["before", "within"]);
    });
    expect(await listIds(store.db)).toEqual(["before", "within"]);
  });

  it("shows early writes to all who come after, and has them after the next start", async () => {
    const { store, place } = await open(steps);
    await insert(store.early, "a");
    await store.transaction((tx) => insert(tx, "b"), { isEarly: true });
    await expect(insert(store.db, "a")).rejects.toSatisfy(isUniqueViolation);
    expect(await listIds(store.db)).toEqual(["a", "b"]);
    expect(await listIds(store.reader)).toEqual(["a", "b"]);
    await store.close();
    expect(await listIds((await openAt(place)).db)).toEqual(["a", "b"]);
  });

  it.runIf(name === "sqlite")(
    "tells an early write before it is committed with what follows it",
    async () => {
      const { store } = await open(steps);
      await insert(store.early, "a");
      expect(await listIds(store.db)).toEqual([]);
      await expect(insert(store.early, "a")).rejects.toSatisfy(isUniqueViolation);
      expect(await listIds(store.db)).toEqual(["a"]);
    },
  );

  it("gives what a transaction made to its own process once it is committed, before anybody is told", async () => {
    const { store } = await open(steps);
    const order: unknown[] = [];
    const whenCommitted = (made: string) => void order.push(made, listIds(store.db));
    const made = await store.transaction(
      async (tx) => {
        tx.afterCommit(() => order.push("told"));
        await insert(tx, "a");
        return "made";
      },
      { whenCommitted },
    );
    expect(made).toBe("made");
    expect(await Promise.all(order)).toEqual(["made", ["a"], "told"]);
    const fails = store.transaction((tx) => insert(tx, "a"), { whenCommitted: () => order.push("never") });
    await expect(fails).rejects.toSatisfy(isUniqueViolation);
    expect(order).toHaveLength(3);
  });

  it("keeps every acknowledged row when the process is killed while it writes", async () => {
    const { place, store } = await open(steps);
    await store.close();
    const acknowledged = await writeUntilKilled(place, 200);
    const again = await openAt(place);
    const kept = new Set(await listIds(again.db));
    expect(acknowledged.length).toBeGreaterThanOrEqual(200);
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  });

  it.runIf(name === "sqlite")("answers from the server's thread while a reader is busy", async () => {
    const { store } = await open(steps);
    const heavy = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000000)
      select count(*) as count from n`.execute(store.reader);
    let heavyIsDone = false;
    void heavy.then(() => (heavyIsDone = true));
    await insert(store.db, "meanwhile");
    expect(await listIds(store.reader)).toEqual(["meanwhile"]);
    expect(heavyIsDone).toBe(false);
    await heavy;
  });
});

describe("a data folder", () => {
  const newFolder = () => mkdtempSync(join(tmpdir(), "pilothouse-"));

  it("is refused to a second server while one runs, and open again after it was killed", async () => {
    const dataDir = newFolder();
    const child = startWriter({ dataDir });
    await once(child.lines, "line");
    await expect(openStore({ dataDir })).rejects.toThrow(
      `running already on ${dataDir} (process ${child.process.pid})`,
    );
    child.process.kill("SIGKILL");
    await once(child.process, "exit");
    const store = await openStore({ dataDir });
    await expect(openStore({ dataDir })).rejects.toThrow("running already");
    await store.close();
    await (await openStore({ dataDir })).close();
  });

  it.each([
    [
      "a file that is no database",
      (path: string) => writeFileSync(path, "hello, this is a letter"),
      "not a database",
    ],
    ["a torn beginning", (path: string) => writeFileSync(path, Buffer.alloc(8192)), "not a database"],
    [
      "a log without its database",
      (path: string) => writeFileSync(`${path}-wal`, "changes"),
      "is missing, but",
    ],
    ["a database whose pages are torn", tear, "can't be opened"],
    ["a database of another program", makeForeign, "of another program"],
    ["a folder in the database's place", (path: string) => void mkdirSync(path), "can't be opened"],
    [
      "a folder in which nothing can be written",
      (path: string) => void mkdirSync(join(dirname(path), "pilothouse.pid")),
      "can't be written to",
    ],
  ])("is refused with %s, in words", async (_, spoil, words) => {
    const dataDir = newFolder();
    await spoil(join(dataDir, "pilothouse.db"));
    await expect(openStore({ dataDir })).rejects.toMatchObject({
      name: "CannotStart",
      message: expect.stringContaining(words),
    });
    await expect(openStore({ dataDir })).rejects.toThrow(words);
  });

  it("that can't be made is named", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    await expect(openStore({ dataDir: join(file, "data") })).rejects.toThrow("can't be made");
  });

  it("is not needed where Postgres doesn't answer: that is named without its password", async () => {
    const databaseUrl = "postgres://me:topsecret@127.0.0.1:4199/none";
    const failed = await openStore({ dataDir: newFolder(), databaseUrl }).catch((error: Error) => error);
    expect(failed).toMatchObject({
      name: "CannotStart",
      message: expect.stringContaining("DATABASE_URL can't be used"),
    });
    expect(String(failed)).not.toContain("topsecret");
  });
});

async function tear(path: string): Promise<void> {
  await makeForeign(path);
  const header = Buffer.concat([Buffer.from("SQLite format 3\u0000", "latin1"), Buffer.alloc(8000, 7)]);
  writeFileSync(path, header);
}

async function makeForeign(path: string): Promise<void> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(path);
  database.exec("create table theirs (a)");
  database.close();
}

it("tells an SQLite file's reads and writes apart", async () => {
  const ways: string[] = [];
  const dataDir = mkdtempSync(join(tmpdir(), "store-"));
  const store = await openStore({ dataDir, observe: ({ sql: text, way }) => ways.push(`${way} ${text}`) });
  await sql`select 1`.execute(store.db);
  await sql`select 2`.execute(store.reader);
  await sql`create table things (id text)`.execute(store.db);
  await store.close();
  expect(ways).toEqual(["read select 1", "read select 2", "write create table things (id text)"]);
});

/** A promise that somebody resolves from outside. */
function gate(): { passed: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
}

function startWriter(place: object) {
  const script = new URL("../../tests/kit/database/writeRows.ts", import.meta.url);
  const process_ = spawn(process.execPath, [script.pathname, JSON.stringify(place)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { process: process_, lines: createInterface({ input: process_.stdout }) };
}

/** Starts a process that inserts rows and prints the id of each that was acknowledged; kills it after some. */
async function writeUntilKilled(place: object, atLeast: number): Promise<string[]> {
  const writer = startWriter({ ...place, insert: true });
  const acknowledged: string[] = [];
  for await (const line of writer.lines) {
    acknowledged.push(line);
    if (acknowledged.length === atLeast) writer.process.kill("SIGKILL");
  }
  return acknowledged;
}
