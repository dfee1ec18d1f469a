import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely, sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { toAppError } from "./answerError.ts";
import { openStore } from "../database/openStore.ts";
import { createReaders } from "../database/readers.ts";
import { createSqliteRooms } from "../database/sqliteDialect.ts";
import { sqliteFileName } from "../database/sqliteStore.ts";

it("a statement that the readers give up is told in words", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "pilothouse-readers-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  await (await openStore({ dataDir })).close();
  const readers = createReaders(join(dataDir, sqliteFileName), { statementMs: 300 });
  const reader = new Kysely<object>({ dialect: { ...createSqliteRooms(), createDriver: () => readers } });
  onTestFinished(() => reader.destroy());
  const endless = sql`with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n`;
  const thrown: unknown = await endless.execute(reader).catch((error: unknown) => error);
  expect(toAppError(thrown)).toMatchObject({
    code: "unavailable",
    message: "This takes too long. Ask for less at a time: a shorter time, or fewer filters.",
  });
});
