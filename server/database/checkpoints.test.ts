import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createCheckpoints } from "./checkpoints.ts";
import { createReaders } from "./readers.ts";
import { sqliteFileName } from "./sqliteStore.ts";
import { openStore } from "./openStore.ts";

const folders: string[] = [];

afterEach(() => {
  vi.useRealTimers();
  folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true }));
});

describe("checkpoints", () => {
  it("are asked for once after many commits, again after the next, and not after the end", () => {
    vi.useFakeTimers();
    const checkpoint = vi.fn(async () => {});
    const checkpoints = createCheckpoints({ checkpoint, report: () => {} });
    checkpoints.committed();
    checkpoints.committed();
    expect(checkpoint).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(checkpoint).toHaveBeenCalledTimes(1);
    checkpoints.committed();
    vi.runAllTimers();
    expect(checkpoint).toHaveBeenCalledTimes(2);
    checkpoints.committed();
    checkpoints.stop();
    checkpoints.committed();
    vi.runAllTimers();
    expect(checkpoint).toHaveBeenCalledTimes(2);
  });

  it("bring rows from the log into the file while the server has it open", async () => {
    const folder = mkdtempSync(join(tmpdir(), "pilothouse-checkpoint-"));
    folders.push(folder);
    const store = await openStore({ dataDir: folder });
    const readers = createReaders(join(folder, sqliteFileName));
    const copy = join(folder, "copy");
    mkdirSync(copy);
    try {
      await sql`create table "things" ("name" text)`.execute(store.db);
      await sql`insert into "things" values ('lamp')`.execute(store.db);
      await readers.checkpoint();
      // Without the log beside it.
      copyFileSync(join(folder, sqliteFileName), join(copy, sqliteFileName));
    } finally {
      await readers.destroy();
      await store.close();
    }
    const copied = await openStore({ dataDir: copy });
    const { rows } = await sql`select "name" from "things"`.execute(copied.db);
    await copied.close();
    expect(rows).toEqual([{ name: "lamp" }]);
  });
});
