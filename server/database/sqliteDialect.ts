import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  QueryResult,
  SelectModifierNode,
} from "kysely";
import { createCommits } from "./commits.ts";
import type { Commits } from "./commits.ts";
import type { SqliteFile } from "./sqlite.ts";
import { isLast, setShortWay } from "./statement.ts";
import type { Db, Tables, Tx } from "./store.ts";
import { refuseInsideTransaction } from "./transaction.ts";

/** What statements go through. */
export interface SqliteWays {
  /** The connection that writes. */
  file: SqliteFile;
  /** Hands it out in turn: a transaction keeps it to its end. */
  commits: Commits;
  /** A connection of its own for reads that stand alone: what it sees is committed, and it waits for nobody. */
  reads: SqliteFile;
  /** Resolves when what was committed before is on the disk. */
  written: () => Promise<void>;
  /** Whether writes are told before they are committed. */
  isEarly?: boolean;
}

/**
 * Kysely over one SQLite file. With `isEarly` a transaction is told when it is committed, before the disk has it, and a
 * single write at once: what follows in the same turn of the loop is committed with it, and all else after it.
 */
export function openSqliteDb(ways: SqliteWays, { isEarly = false } = {}): Db {
  const told = isEarly ? { ...ways, isEarly, written: async () => {} } : ways;
  const db = new Kysely<Tables>({ dialect: createDialect(told) });
  setShortWay(db, async (query) => connect(told).executeQuery(query));
  return db;
}

/** Does a transaction's work, with a short way for its statements until that is done. */
export async function workInside<Result>(tx: Tx, work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const connection = await tx.getExecutor().provideConnection(async (one) => one);
  setShortWay(tx, (query) => connection.executeQuery(query));
  try {
    return await work(tx);
  } finally {
    setShortWay(tx, null);
  }
}

/** Kysely over a connection that only reads. */
export function createSqliteReads(reads: SqliteFile): Dialect {
  return createDialect({
    file: reads,
    reads,
    commits: createCommits({ file: reads, committed: () => {} }),
    written: async () => {},
  });
}

function createDialect(ways: SqliteWays): Dialect {
  return { ...createSqliteRooms(), createDriver: () => createDriver(ways) };
}

/** What a SQLite dialect has beside its driver; the readers' dialect has the same. */
export function createSqliteRooms(): Omit<Dialect, "createDriver"> {
  return {
    createAdapter: () => new Adapter(),
    createQueryCompiler: () => new QueryCompiler(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  };
}

class Adapter extends SqliteAdapter {
  /** Kysely would queue for the connection before it asks the driver, who could then no longer refuse a sure deadlock. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }

  /** SQLite rolls back changes of the schema like any others; migrations rely on it when they are cut in the middle. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Leaves `for update` and `skip locked` out: a transaction on SQLite is alone with all rows from its first moment. */
class QueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.rawModifier || node.modifier === "Distinct") super.visitSelectModifier(node);
  }
}

function createDriver(ways: SqliteWays): Driver {
  return {
    init: async () => {},
    acquireConnection: async () => connect(ways),
    releaseConnection: async (connection) => ours(connection).rollback(),
    beginTransaction: async (connection) => ours(connection).begin(),
    commitTransaction: async (connection) => ours(connection).commit(),
    rollbackTransaction: async (connection) => ours(connection).rollback(),
    destroy: async () => {},
  };
}

function connect(ways: SqliteWays): SqliteConnection {
  refuseInsideTransaction();
  return new SqliteConnection(ways);
}

function ours(connection: DatabaseConnection): SqliteConnection {
  return connection as SqliteConnection; // the driver above hands out no other
}

/** Whether a statement only reads; of what was written as SQL only the beginning is known. */
function isReading({ query, sql }: CompiledQuery): boolean {
  return query.kind === "SelectQueryNode" || /^\s*select\b/i.test(sql);
}

/** A connection as Kysely has it: it takes the writing one when it needs it, and hands it on before it waits for the commit. */
class SqliteConnection implements DatabaseConnection {
  readonly #ways: SqliteWays;
  #isInside = false;
  #failed = false;
  #last: CompiledQuery[] = [];

  constructor(ways: SqliteWays) {
    this.#ways = ways;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#isInside) return this.#executeInside(query);
    const { file, reads, commits, written, isEarly } = this.#ways;
    if (isReading(query)) return execute(reads, query);
    await commits.begin();
    let result: QueryResult<Row>;
    try {
      result = execute(file, query);
    } catch (error) {
      await commits.undo();
      throw error;
    }
    const kept = commits.keep();
    if (isEarly) {
      kept.catch(() => {}); // what follows it is refused as well
      return result;
    }
    await kept;
    await written();
    return result;
  }

  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error(
      "Rows are read in pages by a key, not streamed: a stream would hold the only connection.",
    );
  }

  async begin(): Promise<void> {
    await this.#ways.commits.begin();
    this.#isInside = true;
  }

  async commit(): Promise<void> {
    const { commits, written } = this.#ways;
    if (this.#failed) throw new Error("A statement of this transaction failed before; it is rolled back.");
    this.#isInside = false;
    await commits.keep(this.#last.splice(0));
    await written();
  }

  async rollback(): Promise<void> {
    this.#failed = false;
    if (!this.#isInside) return;
    this.#isInside = false;
    this.#last = [];
    await this.#ways.commits.undo();
  }

  async #executeInside<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#failed)
      throw new Error("A statement of this transaction failed before; nothing more can be done in it.");
    if (isLast(query)) {
      this.#last.push(query);
      return { rows: [] };
    }
    try {
      return execute(this.#ways.file, query);
    } catch (error) {
      // Postgres lets nothing but a rollback follow a failed statement: the same here, so that no code leans on more,
      // and because SQLite itself ends the transaction on some faults: what follows would be stored on its own.
      this.#failed = true;
      throw error;
    }
  }
}

function execute<Row>(file: SqliteFile, { sql, parameters }: CompiledQuery): QueryResult<Row> {
  const { rows, changes } = file.execute(sql, parameters);
  return { rows: rows as Row[], numAffectedRows: BigInt(changes) }; // Row is what the typed query says it selects
}
