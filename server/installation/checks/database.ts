import { sql } from "kysely";
import { checkSecretKey } from "../../accounts/secretKeyCheck.ts";
import { CannotStart, whatToTry } from "../../database/cannotStart.ts";
import { checkIntegrity } from "../../database/integrity.ts";
import type { CheckDeps } from "../facts.ts";
import { fail, pass, warn } from "../verdict.ts";
import type { Found } from "../verdict.ts";

/** The oldest version with the features that the server needs. */
const oldestPostgres = 14;
const integrityWithinMs = 20_000;
const screenWaitsMs = 1000;
/** Jobs that are due for longer wait for a process. */
const longestWaitMs = 5 * 60_000;
/** Tokens and signatures expire within minutes. */
const mostSkewMs = 5000;

/** The versions of Pilothouse, Node and Postgres. */
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

const wordsOfPages = {
  running: "It answers. Its pages are still being checked: check again in a minute.",
  whole: "It answers and is undamaged.",
  damaged: "The database is damaged.",
  unknown: "It answers. It is too large to check all pages in 30 s.",
};

/** Whether the database answers, is undamaged and has the tables of this version. */
export async function checkDatabase({ store, isMigrated, lookAtPages }: CheckDeps): Promise<Found> {
  await store.ping();
  const integrity = lookAtPages?.() ?? checkIntegrity(store, () => {});
  // Damage is reported below.
  await integrity.waitAtMost(lookAtPages ? screenWaitsMs : integrityWithinMs).catch(() => {});
  if (!integrity.isIntact()) return fail("The database is damaged.", whatToTry);
  if (!(await isMigrated()))
    return warn(
      "The database is from an older version. The next start upgrades it.",
      "npm run cli -- migrate --dry-run",
    );
  if (store.dialect === "postgres") return pass("It answers; Postgres checks its own pages.");
  return pass(wordsOfPages[integrity.state()]);
}

/** Whether a pooler drops the statement timeout, and whether enough connections are free. */
export async function checkPooler({ store, settings }: CheckDeps): Promise<Found> {
  if (settings.databaseUrl === undefined) return null;
  const { findPostgresWay } = await import("../../database/postgresWay.ts");
  const way = await findPostgresWay(settings.databaseUrl);
  if (!way.takesParameters)
    return warn(
      "The pooler at DATABASE_URL ignores start parameters, so statements have no time limit.",
      "ALTER ROLE pilothouse SET statement_timeout = '60s';",
      "ALTER ROLE pilothouse SET idle_in_transaction_session_timeout = '60s';",
    );
  const { rows } = await sql<{ most: number; used: number }>`
    select current_setting('max_connections')::int as most, (select count(*) from pg_stat_activity) as used`.execute(
    store.db,
  );
  const { most = 0, used = 0 } = rows[0] ?? {};
  if (used > most * 0.8)
    return warn(`${used} of ${most} connections are in use.`, "ALTER SYSTEM SET max_connections = 200;");
  return pass(`No pooler interferes. ${used} of ${most} connections are in use.`);
}

/** Whether the secret key is the one that the data was encrypted with. */
export async function checkSecret({ store, secrets, now }: CheckDeps): Promise<Found> {
  try {
    await checkSecretKey({ store, secrets, now });
    return pass("The key decrypts the stored secrets.");
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    return fail(
      "The stored secrets were encrypted with another key. Put that key back, or continue without it.",
      "npm run cli -- new-secret-key",
    );
  }
}

/** Whether some process takes jobs. On SQLite the server itself does while it runs. */
export async function checkJobs({ store, now }: CheckDeps): Promise<Found> {
  if (store.dialect === "sqlite") return null;
  const dueBefore = now() - longestWaitMs;
  const { waiting, running } = await store.db
    .selectFrom("jobs")
    .select(({ fn, eb }) => [
      fn
        .countAll<number>()
        .filterWhere(eb.and([eb("state", "=", "queued"), eb("runAt", "<", dueBefore)]))
        .as("waiting"),
      fn
        .countAll<number>()
        .filterWhere(eb.and([eb("state", "=", "running"), eb("leaseUntil", ">", now())]))
        .as("running"),
    ])
    .where("state", "in", ["queued", "running"])
    .executeTakeFirstOrThrow();
  if (waiting > 0 && running === 0)
    return fail(
      `${waiting} jobs are waiting, and no process runs them. Start a worker.`,
      "ROLE=worker npm start",
    );
  if (waiting > 0)
    return warn(
      `${waiting} jobs have waited for more than 5 minutes. Start more workers.`,
      "ROLE=worker npm start",
    );
  return pass("Jobs start within 5 minutes.");
}

/** Compares with Postgres's clock, or with the newest row on SQLite. */
export async function checkClock({ store, now }: CheckDeps): Promise<Found> {
  const line = "timedatectl set-ntp true";
  if (store.dialect === "postgres") {
    const { rows } = await sql<{
      ms: number;
    }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(store.db);
    const skewMs = Math.round(now() - Number(rows[0]?.ms));
    const seconds = Math.abs(skewMs / 1000).toFixed(1);
    if (Math.abs(skewMs) <= mostSkewMs) return pass(`It differs from the database's by ${seconds} s.`);
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
  return fail(`This clock is ${Math.round(aheadMs / 1000)} s behind the newest row.`, line);
}
