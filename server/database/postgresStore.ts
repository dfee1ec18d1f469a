import { Kysely, PostgresAdapter, PostgresDialect, PostgresDriver, sql } from "kysely";
import type { CompiledQuery, DatabaseConnection } from "kysely";
import pg from "pg";
import { CannotStart } from "./cannotStart.ts";
import { findPostgresWay } from "./postgresWay.ts";
import type { PostgresWay } from "./postgresWay.ts";
import { withoutNulCharacters } from "./parameters.ts";
import { refuseInsideTransaction, runTransaction } from "./transaction.ts";
import type { Db, Store, StoreOptions, Tables } from "./store.ts";

const writers = 10;
const readers = 6;
const connectWithinMs = 10_000;
const longestStatementMs = 60_000;
const longestReadMs = 30_000;
/** A transaction that waits this long between two statements is stuck, and holds its rows against everybody. */
const longestPauseMs = 60_000;
/**
 * How a reader's connection reads. Each statement keeps to one process: many people read at once, and one's list is not to
 * take every core. Pages are as cheap in any order as in a row, as they are in memory and on disks without a head: else rows
 * are read whole where an index has all that is asked.
 */
const readerSettings = [
  "default_transaction_read_only=on",
  "max_parallel_workers_per_gather=0",
  "random_page_cost=1.1",
];
/** int8 and numeric: sums and counts come as numbers, as on SQLite, not as text. */
const numberTypes = new Set([20, 1700]);

/** Opens pools to Postgres and looks whether the database can be ours. */
export async function openPostgresStore(options: StoreOptions & { databaseUrl: string }): Promise<Store> {
  const { report = console.error, warn = () => {}, observe } = options;
  const way = await findPostgresWay(options.databaseUrl).catch(refuseStart);
  const { url: databaseUrl } = way;
  if (!way.takesParameters) warn(aboutPooler);
  const db = openPool({ way, report, observe, most: writers, statementMs: longestStatementMs });
  const reader = openPool({
    way,
    report,
    observe,
    most: readers,
    statementMs: longestReadMs,
    readOnly: true,
  });
  const close = async () => {
    await Promise.all([db.destroy(), reader.destroy()]);
  };
  try {
    await checkDatabase(db);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    dialect: "postgres",
    db,
    early: db,
    reader,
    databaseUrl,
    transaction: (work, { whenCommitted } = {}) => runTransaction({ db, work, report, whenCommitted }),
    findDamage: async () => undefined,
    ping: async () => {
      await Promise.all([sql`select 1`.execute(db), sql`select 1`.execute(reader)]);
    },
    close,
  };
}

/** Sessions of a pooler belong to nobody, so that what one of them is set to would hold for others. */
const aboutPooler =
  "DATABASE_URL leads to a connection pooler that takes no start parameters, so statements have no time limit. Set one for " +
  "the database role: ALTER ROLE name SET statement_timeout = '60s', and idle_in_transaction_session_timeout.";

interface PoolOptions {
  way: PostgresWay;
  most: number;
  statementMs: number;
  readOnly?: boolean;
  report: (error: unknown) => void;
  observe: StoreOptions["observe"];
}

function openPool({ way, most, statementMs, readOnly = false, report, observe }: PoolOptions): Db {
  const parameters = {
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: longestPauseMs,
    ...(readOnly && { options: readerSettings.map((setting) => `-c ${setting}`).join(" ") }),
  };
  const pool = new pg.Pool({
    connectionString: way.url,
    max: most,
    application_name: "pilothouse",
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    types: {
      getTypeParser: (id, format) => (numberTypes.has(id) ? Number : pg.types.getTypeParser(id, format)),
    },
    ...(way.takesParameters && parameters),
  });
  // Without a listener the loss of an idle connection would end the process; the pool replaces it by itself.
  pool.on("error", report);
  // The same for one that is in use; its user gets the error from the failing statement.
  pool.on("connect", (client) => void client.on("error", () => {}));
  const dialect = new Dialect(pool, !readOnly);
  if (!observe) return new Kysely<Tables>({ dialect });
  const told = readOnly ? "read" : "write";
  return new Kysely<Tables>({
    dialect,
    log: ({ query, queryDurationMillis: ms }) => observe({ sql: query.sql, ms, way: told }),
  });
}

class Dialect extends PostgresDialect {
  readonly #pool: pg.Pool;
  readonly #guarded: boolean;

  constructor(pool: pg.Pool, guarded: boolean) {
    super({ pool });
    this.#pool = pool;
    this.#guarded = guarded;
  }

  override createDriver(): PostgresDriver {
    return new Driver(this.#pool, this.#guarded);
  }

  override createAdapter(): PostgresAdapter {
    return new Adapter();
  }
}

/** Kysely's own, without the lock of its migrations: ours is one of the transaction, see `migrate`. */
class Adapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

/** Kysely's own driver, made to refuse what the SQLite one refuses and to clean values as that one does. */
class Driver extends PostgresDriver {
  readonly #guarded: boolean;
  readonly #cleaning = new WeakSet<DatabaseConnection>();

  constructor(pool: pg.Pool, guarded: boolean) {
    super({ pool });
    this.#guarded = guarded;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#guarded) refuseInsideTransaction();
    const connection = await super.acquireConnection();
    if (!this.#cleaning.has(connection)) {
      this.#cleaning.add(connection);
      const execute = connection.executeQuery.bind(connection);
      connection.executeQuery = (query: CompiledQuery) =>
        execute({ ...query, parameters: withoutNulCharacters(query.parameters) });
    }
    return connection;
  }
}

async function checkDatabase(db: Db): Promise<void> {
  const facts = await readFacts(db);
  if (facts.encoding !== "UTF8") {
    throw new CannotStart(
      `The database ${facts.name} stores text as ${facts.encoding}; Pilothouse needs UTF8. ` +
        "Make one with: create database pilothouse encoding 'UTF8' template template0",
    );
  }
  if (facts.tables > 0 && facts.ours === 0) {
    throw new CannotStart(
      `The schema ${facts.schema} of the database ${facts.name} holds tables of another program. ` +
        "Give Pilothouse a database of its own in DATABASE_URL, or a schema (?options=-csearch_path%3Dname).",
    );
  }
}

interface Facts {
  name: string;
  schema: string | null;
  encoding: string;
  tables: number;
  ours: number;
}

async function readFacts(db: Db): Promise<Facts> {
  try {
    const { rows } = await sql<Facts>`
      select current_database() as name, current_schema() as schema,
        current_setting('server_encoding') as encoding, count(c.relname) as tables,
        count(c.relname) filter (where c.relname = 'kysely_migration') as ours
      from (select 1) as one left join pg_class c
        on c.relkind in ('r', 'p') and c.relnamespace = to_regnamespace(quote_ident(current_schema()))`.execute(
      db,
    );
    if (rows[0]) return rows[0];
    throw new Error("it gave no answer");
  } catch (error) {
    return refuseStart(error);
  }
}

/** The message of pg names host, user and database, never the password. */
function refuseStart(error: unknown): never {
  const reason = error instanceof Error ? error.message || String(Reflect.get(error, "code")) : String(error);
  throw new CannotStart(`The database of DATABASE_URL can't be used: ${reason}.`);
}
