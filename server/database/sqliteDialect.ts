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
import { createCommits } from "./commits.ts";
import type { Commits, Member } from "./commits.ts";
import { takeTurns } from "./turns.ts";
import type { Turns } from "./turns.ts";
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
  const turns = takeTurns();
  const commits = createCommits(file, turns);
  return {
    init: async () => {},
    acquireConnection: async () => {
      refuseInsideTransaction();
      await turns.wait();
      return new SqliteConnection({ file, turns, commits });
    },
    releaseConnection: async (connection) => ours(connection).release(),
    beginTransaction: async (connection) => ours(connection).begin(),
    commitTransaction: async (connection) => ours(connection).commit(),
    rollbackTransaction: async (connection) => ours(connection).rollback(),
    destroy: async () => {
      commits.flush();
      file.close();
    },
  };
}

function ours(connection: DatabaseConnection): SqliteConnection {
  return connection as SqliteConnection; // the driver above hands out no other
}

interface Shared {
  file: SqliteFile;
  turns: Turns;
  commits: Commits;
}

/** Statements that stand alone and write: they share commits too. */
const writes = /^\s*(insert|update|delete|with)\b/i;

/** The connection while one has it. Who waits for a commit has handed it on already. */
class SqliteConnection implements DatabaseConnection {
  readonly #shared: Shared;
  #member: Member | undefined;
  #hasTurn = true;
  #failed = false;

  constructor(shared: Shared) {
    this.#shared = shared;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#member) return this.#executeInside(query);
    await this.#takeTurn();
    const { commits, turns } = this.#shared;
    const isShared = writes.test(query.sql) && turns.isWaitedFor();
    if (!isShared) {
      commits.flush();
      return this.#execute(query);
    }
    const member = commits.begin();
    const result = await this.#executeInside<Row>(query).catch((error: unknown) => {
      this.#failed = false;
      member.rollback();
      throw error;
    });
    this.#hasTurn = false;
    await member.commit();
    return result;
  }

  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error(
      "Rows are read in pages by a key, not streamed: a stream would hold the only connection.",
    );
  }

  async begin(): Promise<void> {
    await this.#takeTurn();
    this.#member = this.#shared.commits.begin();
  }

  async commit(): Promise<void> {
    const member = this.#member;
    if (this.#failed) throw new Error("A statement of this transaction failed before; it is rolled back.");
    this.#member = undefined;
    this.#hasTurn = false;
    await member?.commit();
  }

  rollback(): void {
    this.#failed = false;
    this.#member?.rollback();
    this.#member = undefined;
  }

  release(): void {
    if (this.#hasTurn) this.#shared.commits.next();
  }

  async #takeTurn(): Promise<void> {
    if (this.#hasTurn) return;
    await this.#shared.turns.wait();
    this.#hasTurn = true;
  }

  async #executeInside<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#failed)
      throw new Error("A statement of this transaction failed before; nothing more can be done in it.");
    try {
      return this.#execute(query);
    } catch (error) {
      // Postgres lets nothing but a rollback follow a failed statement: the same here, so that no code leans on more,
      // and because SQLite itself ends the transaction on some faults: what follows would be stored on its own.
      this.#failed = true;
      throw error;
    }
  }

  #execute<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const { rows, changes } = this.#shared.file.execute(sql, parameters);
    return { rows: rows as Row[], numAffectedRows: BigInt(changes) }; // Row is what the typed query says it selects
  }
}
