import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  Kysely,
  QueryResult,
  SelectModifierNode,
} from "kysely";
import { takeTurns } from "./turns.ts";
import { refuseInsideTransaction } from "./transaction.ts";
import type { SqliteFile } from "./sqlite.ts";

/** Kysely over one open SQLite file, whose single connection is handed out in turn: a transaction keeps it to its end. */
export function createSqliteDialect(file: SqliteFile): Dialect {
  return { ...createSqliteRooms(), createDriver: () => createDriver(file) };
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

function createDriver(file: SqliteFile): Driver {
  const connection = new SqliteConnection(file);
  const turns = takeTurns();
  return {
    init: async () => {},
    acquireConnection: async () => {
      refuseInsideTransaction();
      await turns.wait();
      return connection;
    },
    releaseConnection: async () => turns.next(),
    beginTransaction: async () => connection.begin(),
    commitTransaction: async () => connection.commit(),
    rollbackTransaction: async () => connection.rollback(),
    destroy: async () => file.close(),
  };
}

class SqliteConnection implements DatabaseConnection {
  readonly #file: SqliteFile;
  #begun = false;
  #failed = false;

  constructor(file: SqliteFile) {
    this.#file = file;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#failed)
      throw new Error("A statement of this transaction failed before; nothing more can be done in it.");
    try {
      const { rows, changes } = this.#file.execute(sql, parameters);
      return { rows: rows as Row[], numAffectedRows: BigInt(changes) }; // Row is what the typed query says it selects
    } catch (error) {
      // Postgres lets nothing but a rollback follow a failed statement: the same here, so that no code leans on more,
      // and because SQLite itself ends the transaction on some faults: what follows would be stored on its own.
      this.#failed = this.#begun;
      throw error;
    }
  }

  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error(
      "Rows are read in pages by a key, not streamed: a stream would hold the only connection.",
    );
  }

  begin(): void {
    this.#file.run("begin immediate");
    this.#begun = true;
  }

  commit(): void {
    if (this.#failed) throw new Error("A statement of this transaction failed before; it is rolled back.");
    this.#file.run("commit");
    this.#begun = false;
  }

  rollback(): void {
    this.#begun = false;
    this.#failed = false;
    if (this.#file.inTransaction()) this.#file.run("rollback");
  }
}
