import type { Kysely } from "kysely";

/**
 * Every table of the product, by name. A capability adds its rows in its own tables.ts:
 * `declare module "./store.ts" { interface Tables { agents: AgentRow } }`.
 */
export interface Tables {}

/** The two stores. Code that branches on this belongs in a migration or in a full-text index, hardly elsewhere. */
export type Dialect = "sqlite" | "postgres";

/** What a function takes that only reads, or writes one statement: the store's `db`, its `reader`, or a `Tx`. */
export type Db = Kysely<Tables>;

/**
 * An open transaction. `afterCommit` keeps a function for the moment when the rows are there for everybody; it is
 * forgotten when the transaction is rolled back or tried again. A `Db` with more, and not Kysely's Transaction: the compiler
 * would hold all methods of the two against each other, for all tables, which took it a fifth of its time.
 */
export type Tx = Db & { afterCommit(run: () => void): void };

/** The database, the same for everybody who uses it, whichever of the two stores is behind it. */
export interface Store {
  readonly dialect: Dialect;
  /** Writes and point reads. On SQLite it runs on the main thread: nothing that may take over 5 ms belongs here. */
  readonly db: Db;
  /**
   * Writes that only matter beside those that follow, told before they are committed: within the same turn of the loop,
   * or with what follows them. Later writes find them; they are lost with what follows them if the power fails before
   * the next commit, which comes within milliseconds. On Postgres it is `db`.
   */
  readonly early: Db;
  /** Searches, lists and sums. Off the main thread on SQLite, its own pool on Postgres; sees committed rows only. */
  readonly reader: Db;
  /** The SQLite file, for threads of their own that read it; undefined on Postgres. */
  readonly file?: string;
  /** The address of Postgres, for the bus, which keeps a connection of its own; undefined on SQLite. */
  readonly databaseUrl?: string;
  /**
   * Runs `work` as one transaction and gives what it gives. On Postgres `work` runs again after a deadlock, a
   * serialization failure or a connection lost before the commit, so it touches nothing but the database. Two
   * transactions can read the same row before one of them writes: lock what you decide on with `.forUpdate()`
   * (SQLite, which runs one transaction at a time, leaves it out). Inside, `store.db` and a second transaction throw.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>, options?: CommitOptions<Result>): Promise<Result>;
  /**
   * Looks through all pages of the SQLite file, on a thread of its own, and gives what is wrong with them; undefined where
   * nothing is. Postgres checks its own pages.
   */
  findDamage(): Promise<unknown>;
  /** Resolves when both connections answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface CommitOptions<Result> {
  /** It is told as the writes of `early` are. */
  isEarly?: boolean;
  /**
   * Is given the result as soon as it is committed, before anybody is told of it: for what this process continues with,
   * which is lost with it if the power fails.
   */
  whenCommitted?: (result: Result) => void;
}

export interface StoreOptions {
  dataDir: string;
  databaseUrl?: string | undefined;
  /** Is told of faults that nobody waits for, such as an afterCommit function that threw. */
  report?: ((error: unknown) => void) | undefined;
  /** Is told in words of what an operator can make better. */
  warn?: ((text: string) => void) | undefined;
  /** Is told of each statement and how long it took; its text has marks in place of values. */
  observe?: ((statement: { sql: string; ms: number; way: "write" | "read" }) => void) | undefined;
  /** A command of a moment: it opens an SQLite database also while a server runs on it, and holds no server back. */
  isBrief?: boolean;
}
