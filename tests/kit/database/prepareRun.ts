import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrateFully } from "./migrateFully.ts";
import { createDatabase, databaseName, dropDatabase, startPostgres } from "./postgres.ts";
import { chooseSeed, isWhole } from "../sampled.ts";
import { openStore } from "../../../server/database/openStore.ts";

/**
 * Prepares a run of tests once, before there are workers: they inherit the environment that it sets. TEST_RUN_FOLDER is
 * for what they share. Where TEST_STORE asks for Postgres, DATABASE_URL is a server of this run's and TEST_TEMPLATE the
 * name of a migrated database on it.
 */
export default async function prepareRun(): Promise<() => Promise<void>> {
  sayWhatIsSampled();
  const folder = mkdtempSync(join(tmpdir(), "pilothouse-run-"));
  process.env["TEST_RUN_FOLDER"] = folder;
  const stopPostgres = await preparePostgres();
  return async () => {
    await stopPostgres();
    rmSync(folder, { recursive: true, force: true });
  };
}

function sayWhatIsSampled(): void {
  console.log(
    isWhole() ? "Sweeps: whole." : `Sweeps: sampled. TEST_SEED=${chooseSeed()} repeats the choice.`,
  );
}

async function preparePostgres(): Promise<() => Promise<void>> {
  if (!process.env["TEST_STORE"]?.includes("postgres")) return async () => {};
  const postgres = await startPostgres();
  if (!postgres)
    throw new Error("TEST_STORE asks for Postgres, and none can be had: the line above says why.");
  const template = await createDatabase(postgres.url);
  const store = await openStore({ dataDir: tmpdir(), databaseUrl: template });
  await migrateFully(store);
  // Postgres copies a database only while nobody is connected to it.
  await store.close();
  process.env["DATABASE_URL"] = postgres.url;
  process.env["TEST_TEMPLATE"] = databaseName(template);
  return async () => {
    await dropDatabase(postgres.url, template);
    await postgres.stop();
  };
}
