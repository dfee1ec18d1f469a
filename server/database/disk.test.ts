import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openDisk } from "./disk.ts";
import { openSqliteFile } from "./sqlite.ts";

it("tells who still writes while it closes that it is closed, which is no failure of the disk", async () => {
  const folder = mkdtempSync(join(tmpdir(), "disk-"));
  const path = join(folder, "a.db");
  const file = openSqliteFile(path);
  onTestFinished(() => {
    file.close();
    rmSync(folder, { recursive: true });
  });
  file.execute("create table t (a)", []);
  const failures: unknown[] = [];
  const disk = await openDisk(path, (error) => failures.push(error));
  disk.changed();
  const before = disk.written();
  const closed = disk.close();
  file.execute("insert into t values (1)", []);
  disk.changed();
  await expect(disk.written()).rejects.toThrow("closed");
  await before;
  await closed;
  expect(failures).toEqual([]);
});
