import { chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "kysely";
import { findPort } from "../../kit/network/findPort.ts";
import { localCertificate } from "../../kit/network/localCertificate.ts";
import { explainNoPgBouncer, startPgBouncer } from "../../kit/database/pgBouncer.ts";
import type { TestPgBouncer } from "../../kit/database/pgBouncer.ts";
import { databaseName, explainNoPostgres, startOwn } from "../../kit/database/postgres.ts";
import type { TestPostgres } from "../../kit/database/postgres.ts";
import { openBus } from "../../../server/live/openBus.ts";
import { migrate } from "../../../server/database/migrate.ts";
import { migrations } from "../../../server/http/migrations.ts";
import { openPostgresStore } from "../../../server/database/postgresStore.ts";

const noPostgres = process.env["DATABASE_URL"]
  ? "the server of DATABASE_URL is not ours"
  : explainNoPostgres();
const noPgBouncer = noPostgres ?? explainNoPgBouncer();

/** Opens a store with a bus on it, as a process does, and gives what it was warned of. */
async function open(databaseUrl: string) {
  const warnings: string[] = [];
  const warn = (text: string) => void warnings.push(text);
  const store = await openPostgresStore({ dataDir: "", databaseUrl, warn });
  const bus = await openBus({ store, report: () => {}, warn });
  const close = async () => {
    await bus.close();
    await store.close();
  };
  return { store, bus, warnings, close };
}

describe.skipIf(noPgBouncer)(`PgBouncer in transaction mode${noPgBouncer ? `: ${noPgBouncer}` : ""}`, () => {
  let postgres: TestPostgres;
  const poolers: TestPgBouncer[] = [];
  beforeAll(async () => void (postgres = await startOwn()));
  afterAll(async () => {
    for (const pooler of poolers) await pooler.stop();
    await postgres.stop();
  });

  it.each([
    ["that takes no start parameters", [], [/takes no start parameters/, /do not come back/]],
    [
      "that ignores them",
      ["ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options"],
      [/do not come back/],
    ],
  ])("%s starts with warnings, and finds what other processes write", async (_, settings, expected) => {
    const pooler = await startPgBouncer(postgres.url, settings);
    poolers.push(pooler);
    const [one, other] = [await open(pooler.url), await open(pooler.url)];
    await Promise.all([migrate(one.store, migrations), migrate(other.store, migrations)]);
    expect(one.warnings).toHaveLength(expected.length);
    expected.forEach((words, at) => expect(one.warnings[at]).toMatch(words));
    const heard = new Promise((resolve) => other.bus.subscribe("any", resolve));
    one.bus.publish("any", "a row was written");
    expect(await heard).toBeNull();
    await one.close();
    await other.close();
  });

  it("causes no warning for a database without it", async () => {
    const one = await open(postgres.url);
    expect(one.warnings).toEqual([]);
    await one.close();
  });
});

describe.skipIf(noPostgres)(
  `a Postgres with its own certificate${noPostgres ? `: ${noPostgres}` : ""}`,
  () => {
    let postgres: TestPostgres;
    let address: string;
    let caFile = "";
    beforeAll(async () => {
      const port = await findPort();
      postgres = await startOwn({
        settings: [
          "listen_addresses=127.0.0.1",
          `port=${port}`,
          "ssl=on",
          "ssl_cert_file=../own.crt",
          "ssl_key_file=../own.key",
        ],
        prepare({ folder, identity }) {
          caFile = join(folder, "own.crt");
          for (const [name, text] of [
            ["own.crt", localCertificate.cert],
            ["own.key", localCertificate.key],
          ] as const) {
            writeFileSync(join(folder, name), `${text}\n`, { mode: 0o600 });
            if (identity) chownSync(join(folder, name), identity.uid, identity.gid);
          }
        },
        port,
      });
      address = `postgres://postgres@127.0.0.1:${port}/${databaseName(postgres.url)}`;
    });
    afterAll(() => postgres.stop());

    const isEncrypted = async (query: string) => {
      const store = await openPostgresStore({ dataDir: "", databaseUrl: address + query });
      try {
        const asked = sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
        return (await asked.execute(store.db)).rows[0]?.ssl;
      } finally {
        await store.close();
      }
    };

    it.each([
      ["require", true],
      ["prefer", true],
      ["allow", false],
      ["disable", false],
      ["no-verify", true],
    ])("is reached by sslmode=%s as psql reaches it", async (mode, encrypted) => {
      expect(await isEncrypted(`?sslmode=${mode}`)).toBe(encrypted);
    });

    it("is reached by verify-full with its certificate only", async () => {
      await expect(isEncrypted("?sslmode=verify-full")).rejects.toThrow(
        /can't be used: self.signed certificate/,
      );
      expect(await isEncrypted(`?sslmode=verify-full&sslrootcert=${encodeURIComponent(caFile)}`)).toBe(true);
    });
  },
);
