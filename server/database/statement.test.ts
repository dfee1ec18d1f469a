import { sql } from "kysely";
import type { Kysely } from "kysely";
import { describe, expect, it } from "vitest";
import { bothStores } from "../../tests/kit/database/stores.ts";
import { statement } from "./statement.ts";

const words = {
  "0001_words": {
    up: async (db: Kysely<unknown>) =>
      void (await sql`create table words (id text primary key, size integer)`.execute(db)),
  },
};

describe.each(bothStores())("a statement on $name", ({ open }) => {
  it("is made once, and runs with other values each time, within a transaction too", async () => {
    const { store } = await open(words);
    let made = 0;
    const put = statement((_, { id, size }: { id: string; size: number }) => {
      made += 1;
      return sql<{ id: string }>`insert into words (size, id) values (${size}, ${id}) returning id`;
    });
    expect(await put(store.db, { id: "a", size: 1 })).toEqual([{ id: "a" }]);
    await store.transaction(async (tx) => {
      await put(tx, { id: "b", size: 2 });
      await put(tx, { id: "it's ${quoted}", size: 30 });
    });
    const larger = statement(
      (_, { size }: { size: number }) =>
        sql<{ id: string }>`select id from words where size > ${size} and size < ${10} order by id`,
    );
    expect(await larger(store.db, { size: 0 })).toEqual([{ id: "a" }, { id: "b" }]);
    expect(await larger(store.db, { size: 1 })).toEqual([{ id: "b" }]);
    expect(made).toBe(1);
  });

  it("takes lists and rows of any length, and is made once for each", async () => {
    const { store } = await open(words);
    let made = 0;
    const put = statement((_, { rows }: { rows: { id: string; size: number | null }[] }) => {
      made += 1;
      const values = rows.map(({ id, size }) => sql`(${size}, ${id})`);
      return sql`insert into words (size, id) values ${sql.join(values)}`;
    });
    await put(store.db, {
      rows: [
        { id: "a", size: 1 },
        { id: "b", size: 2 },
      ],
    });
    await put(store.db, { rows: [{ id: "c", size: 3 }] });
    await put(store.db, { rows: [{ id: "d", size: null }] });
    const among = statement(
      (_, { ids, least }: { ids: string[]; least: number }) =>
        sql<{
          id: string;
        }>`select id from words where id in (${sql.join(ids)}) and size >= ${least} order by id`,
    );
    expect(await among(store.db, { ids: ["a", "b", "d"], least: 1 })).toEqual([{ id: "a" }, { id: "b" }]);
    expect(await among(store.db, { ids: ["c"], least: 1 })).toEqual([{ id: "c" }]);
    expect(await among(store.db, { ids: ["d", "b", "x"], least: 2 })).toEqual([{ id: "b" }]);
    expect(made).toBe(2);
  });

  it("that is to run last does so before the commit, in its order, and not where its transaction is rolled back", async () => {
    const { store } = await open(words);
    const put = statement(
      (_, { id, size }: { id: string; size: number }) =>
        sql`insert into words (id, size) values (${id}, ${size})`,
      { isLast: true },
    );
    const drop = statement((_, { id }: { id: string }) => sql`delete from words where id = ${id}`, {
      isLast: true,
    });
    const list = () => sql`select id from words where size = 2 order by id`.execute(store.db);
    const isSeen: boolean[] = [];
    const add = (id: string) =>
      store.transaction(async (tx) => {
        await put(tx, { id, size: 1 });
        await drop(tx, { id });
        await put(tx, { id, size: 2 });
        isSeen.push((await sql`select id from words`.execute(tx)).rows.length > 0);
        if (id === "b") throw new Error("Not this one.");
      });
    const outcomes = await Promise.allSettled(["a", "b", "c"].map(add));
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect((await list()).rows).toEqual([{ id: "a" }, { id: "c" }]);
    if (store.dialect === "sqlite") expect(isSeen).toEqual([false, false, false]);
    await expect(add("a")).rejects.toThrow();
    await add("d");
    expect((await list()).rows).toEqual([{ id: "a" }, { id: "c" }, { id: "d" }]);
  });

  it("is another one where other values are given", async () => {
    const { store } = await open(words);
    const put = statement((_, { id, size }: { id: string; size?: number | undefined }) =>
      size === undefined
        ? sql`insert into words (id) values (${id})`
        : sql`insert into words (id, size) values (${id}, ${size})`,
    );
    for (const word of [
      { id: "a", size: 1 },
      { id: "b" },
      { size: 3, id: "c" },
      { id: "d", size: undefined },
    ])
      await put(store.db, word);
    const { rows } = await sql`select id, size from words order by id`.execute(store.db);
    expect(rows).toEqual([
      { id: "a", size: 1 },
      { id: "b", size: null },
      { id: "c", size: 3 },
      { id: "d", size: null },
    ]);
  });
});
