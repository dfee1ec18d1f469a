import { sql } from "kysely";
import { checkSecretKey } from "../../accounts/secretKeyCheck.ts";
import { CannotStart, whatToTry } from "../../database/cannotStart.ts";
import { checkIntegrity } from "../../database/integrity.ts";
import { findPostgresWay } from "../../database/postgresWay.ts";
import type { CheckDeps } from "../facts.ts";
import { fail, pass, warn } from "../verdict.ts";
import type { Found } from "../verdict.ts";

/** The oldest that has what the server leans on. */
const oldestPostgres = 14;
const integrityWithinMs = 20_000;
/** Tokens and signatures live for minutes. */
const mostSkewMs = 5000;

/** Of Pilothouse, Node and Postgres. */
export async function checkVersions({ version, store }: CheckDeps): Promise<Found> {
  const ours = `Pilothouse ${version} on Node ${process.versions.node}`;
  if (store.dialect === "sqlite") return pass(`${ours}, SQLite.`);
  const { rows } = await sql<{
    version: string;
  }>`select current_setting('server_version') as version`.execute(store.db);
  const postgres = rows[0]?.version ?? "";
  if (Number.parseInt(postgres, 10) < oldestPostgres)
    return fail(`Postgres ${postgres} is too old: ${oldestPostgres} or newer is needed.`);
  return pass(`${ours}, Postgres ${postgres}.`);
}

/** Whether it answers, is whole and has the tables of this version. */
export async function checkDatabase({ store, isMigrated }: CheckDeps): Promise<Found> {
  await store.ping();
  const integrity = checkIntegrity(store, () => {});
  await integrity.waitAtMost(integrityWithinMs);
  if (!integrity.isIntact()) return fail("The database is damaged.", whatToTry);
  if (!(await isMigrated()))
    return warn(
      "The database is from an older version: the next start brings it up to date.",
      "npm run cli -- migrate --dry-run",
    );
  return pass(
    store.dialect === "sqlite" ? "It answers and is whole." : "It answers; Postgres checks its own pages.",
  );
}

/** Whether what stands before Postgres keeps statements without a time limit, and whether there are connections enough. */
export async function checkPooler({ store, settings }: CheckDeps): Promise<Found> {
  if (settings.databaseUrl === undefined) return null;
  const way = await findPostgresWay(settings.databaseUrl);
  if (!way.takesParameters)
    return warn(
      "DATABASE_URL leads to a pooler that takes no start parameters, so statements have no time limit.",
      "ALTER ROLE pilothouse SET statement_timeout = '60s';",
      "ALTER ROLE pilothouse SET idle_in_transaction_session_timeout = '60s';",
    );
  const { rows } = await sql<{ most: number; used: number }>`
    select current_setting('max_connections')::int as most, (select count(*) from pg_stat_activity) as used`.execute(
    store.db,
  );
  const { most = 0, used = 0 } = rows[0] ?? {};
  if (used > most * 0.8)
    return warn(`${used} of ${most} connections are taken.`, "ALTER SYSTEM SET max_connections = 200;");
  return pass(`No pooler in the way; ${used} of ${most} connections are taken.`);
}

/** Whether the secret key is the one that the data was sealed with. */
export async function checkSecret({ store, secrets, now }: CheckDeps): Promise<Found> {
  try {
    await checkSecretKey({ store, secrets, now });
    return pass("The key opens what is sealed.");
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    return fail(
      "The key is not the one that this data was sealed with. Put the former one back, or go on without.",
      "npm run cli -- new-secret-key",
    );
  }
}

/** Against Postgres, else against what was written last. */
export async function checkClock({ store, now }: CheckDeps): Promise<Found> {
  const line = "timedatectl set-ntp true";
  if (store.dialect === "postgres") {
    const { rows } = await sql<{
      ms: number;
    }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(store.db);
    const skewMs = Math.round(now() - Number(rows[0]?.ms));
    const seconds = Math.abs(skewMs / 1000).toFixed(1);
    if (Math.abs(skewMs) <= mostSkewMs) return pass(`${seconds} s from the database's.`);
    return fail(`This clock is ${seconds} s ${skewMs > 0 ? "ahead of" : "behind"} the database's.`, line);
  }
  const newest = await store.db
    .selectFrom("jobs")
    .select("createdAt")
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  const aheadMs = (newest?.createdAt ?? 0) - now();
  if (aheadMs <= mostSkewMs) return pass(new Date(now()).toISOString());
  return fail(`This clock is ${Math.round(aheadMs / 1000)} s behind what was written last.`, line);
}
