import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createCommits } from "./commits.ts";
import { openSqliteFile, openSqliteReader } from "./sqlite.ts";

describe("commits", () => {
  it("take what several write in one turn of the loop together, and show none of it before", async () => {
    const { write, read, counted } = open();
    const writes = ["a", "b", "c"].map((name) => write(name));
    await writes[0];
    expect(read()).toEqual(["a", "b", "c"]);
    await Promise.all(writes);
    expect(counted()).toBe(1);
    const last = write("d");
    await nextMicrotasks();
    expect(read()).toEqual(["a", "b", "c"]);
    await last;
    expect(read()).toEqual(["a", "b", "c", "d"]);
    expect(counted()).toBe(2);
  });

  it("leave out the parts alone that were taken back, wherever they stand", async () => {
    const { write, undo, read, counted } = open();
    await Promise.all([undo("first"), write("a"), undo("between"), write("b"), undo("last")]);
    expect(read()).toEqual(["a", "b"]);
    await undo("alone");
    expect(read()).toEqual(["a", "b"]);
    expect(counted()).toBe(1);
  });

  it("have those whose part was taken back find what stood in their way", async () => {
    const { write, undo, read } = open();
    void write("first");
    await undo("too late");
    expect(read()).toEqual(["first"]);
  });

  it("do not wait for who comes after, where somebody is still writing when the turn is over", async () => {
    const { commits, file, write, read } = open();
    const before = write("before");
    await commits.begin();
    file.execute("insert into names values ('long')", []);
    await new Promise((resolve) => setImmediate(resolve));
    const after = write("after");
    expect(read()).toEqual([]);
    const long = commits.keep();
    expect(read()).toEqual(["before", "long"]);
    await Promise.all([before, long, after]);
    expect(read()).toEqual(["after", "before", "long"]);
  });

  it("fail for all who have a part in them, and for nobody else", async () => {
    const { file, write, commits, read } = open();
    const lost = write("lost");
    await commits.begin();
    // As SQLite does by itself when the disk is full.
    file.run("rollback");
    await commits.undo();
    await expect(lost).rejects.toThrow("SQLite ended the transaction by itself.");
    await write("kept");
    expect(read()).toEqual(["kept"]);
  });

  it.each([/^rollback to/, /^rollback/])(
    "hand the connection on where SQLite refuses %s, and keep nothing of what was to go",
    async (refused) => {
      const { write, undo, refuse, read } = open();
      const before = write("before");
      refuse(refused);
      const undone = undo("taken back");
      const waiting = write("waiting");
      await Promise.allSettled([before, undone, waiting]);
      expect(read()).not.toContain("taken back");
    },
  );
});

function open() {
  const folder = mkdtempSync(join(tmpdir(), "pilothouse-commits-"));
  const path = join(folder, "test.db");
  const file = openSqliteFile(path);
  file.run("create table names (name text)");
  const reader = openSqliteReader(path);
  onTestFinished(() => {
    reader.close();
    file.close();
    rmSync(folder, { recursive: true });
  });
  let count = 0;
  let refused: RegExp | undefined;
  const run = (sql: string) => {
    if (refused?.test(sql)) throw new Error("disk I/O error");
    file.run(sql);
  };
  const commits = createCommits({ file: { ...file, run }, committed: () => (count += 1) });
  const begin = async (name: string) => {
    await commits.begin();
    file.execute("insert into names values (?)", [name]);
  };
  return {
    ...{ file, commits, counted: () => count, refuse: (what: RegExp) => void (refused = what) },
    write: async (name: string) => {
      await begin(name);
      await commits.keep();
    },
    undo: async (name: string) => {
      await begin(name);
      await commits.undo();
    },
    read: () => reader.execute("select name from names order by name", []).rows.map(nameOf),
  };
}

function nameOf(row: unknown): unknown {
  return Object.values(row ?? {})[0];
}

/** All that is ready continues, and the turn of the loop is not over. */
async function nextMicrotasks(): Promise<void> {
  for (let count = 0; count < 20; count += 1) await Promise.resolve();
}
