import { availableParallelism } from "node:os";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import { isDamage } from "./faults.ts";
import { withoutNulCharacters } from "./parameters.ts";
import type { ReaderQuestion } from "./createReader.ts";
import { startReaderThread } from "./startReaderThread.ts";
import type { ReaderJob, ReaderThread } from "./startReaderThread.ts";
import type { StoreOptions } from "./store.ts";

const mostThreads = 4;
const fewestThreads = 2;
/**
 * A thread costs 10 MB and as long to start as most statements take: another one starts when a statement has waited
 * this long.
 */
const patienceMs = 100;
/** After this a statement is given up and its thread replaced, as Postgres does by its statement timeout. */
const longestStatementMs = 30_000;
/** All pages of the largest file are looked through within this. */
const longestLookMs = 6 * 60 * 60 * 1000;

/** The threads that read, as Kysely has them; one of them also brings the log into the file when it is asked to. */
export interface Readers extends Driver {
  checkpoint(): Promise<void>;
  findDamage(): Promise<unknown>;
}

interface ReadersOptions {
  observe?: StoreOptions["observe"];
  statementMs?: number;
}

/**
 * A Kysely driver that sends each statement to a thread with its own read-only connection, so that a heavy one holds up
 * neither the server nor the writer. Threads start with the first statement that needs them, and stay.
 */
export function createReaders(
  path: string,
  { observe, statementMs = longestStatementMs }: ReadersOptions = {},
): Readers {
  const waiting: ReaderJob[] = [];
  const idle: ReaderThread[] = [];
  const busy = new Set<ReaderThread>();
  const looking = new Set<ReaderThread>();
  let patience: NodeJS.Timeout | undefined;
  let closed = false;

  function take(job: ReaderJob): void {
    const thread = idle.pop() ?? (busy.size === 0 ? startReaderThread(path, statementMs) : undefined);
    if (thread) return give(thread, job);
    waiting.push(job);
    patience ??= setTimeout(startAnother, patienceMs);
  }

  function give(thread: ReaderThread, job: ReaderJob): void {
    busy.add(thread);
    thread.ask(job, (usable) => {
      busy.delete(thread);
      if (usable && !closed) idle.push(thread);
      else void thread.stop();
      const next = closed ? undefined : waiting.shift();
      if (next) take(next);
    });
  }

  function startAnother(): void {
    patience = undefined;
    const job = busy.size < threadsWanted() ? waiting.shift() : undefined;
    if (job) give(startReaderThread(path, statementMs), job);
    if (waiting.length > 0 && busy.size < threadsWanted()) patience = setTimeout(startAnother, patienceMs);
  }

  function ask(question: ReaderQuestion): Promise<unknown[]> {
    if (closed) return Promise.reject(new Error("The database is closed."));
    return new Promise((resolve, reject) => take({ question, resolve, reject }));
  }

  /** Apart from the other threads: it takes minutes for a large file. */
  async function findDamage(): Promise<unknown> {
    if (closed) throw new Error("The database is closed.");
    const thread = startReaderThread(path, longestLookMs);
    looking.add(thread);
    try {
      const question = { sql: "pragma quick_check(1)", parameters: [] };
      const rows = await new Promise<unknown[]>((resolve, reject) =>
        thread.ask({ question, resolve, reject }, () => {}),
      );
      const [said] = Object.values(rows[0] ?? {});
      return said === "ok" ? undefined : said;
    } catch (error) {
      if (isDamage(error)) return error;
      throw error;
    } finally {
      looking.delete(thread);
      void thread.stop();
    }
  }

  const connection: DatabaseConnection = {
    executeQuery: async ({ sql, parameters }: CompiledQuery) => {
      const startedAt = performance.now();
      const rows = await ask({ sql, parameters: withoutNulCharacters(parameters) });
      observe?.({ sql, ms: performance.now() - startedAt, way: "read" });
      // The rows are what the typed query says it selects; they crossed a thread, so their type could not.
      return { rows } as QueryResult<never>;
    },
    streamQuery: async function* () {
      throw new Error("Rows are read in pages by a key, not streamed.");
    },
  };

  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    checkpoint: async () => void (await ask("checkpoint")),
    findDamage,
    destroy: async () => {
      closed = true;
      clearTimeout(patience);
      waiting.splice(0).forEach((job) => job.reject(new Error("The database is closed.")));
      await Promise.all([...idle, ...busy, ...looking].map((thread) => thread.stop()));
    },
  };
}

function threadsWanted(): number {
  return Math.max(fewestThreads, Math.min(mostThreads, availableParallelism()));
}

async function refuse(): Promise<never> {
  throw new Error("The reader only reads: use store.transaction.");
}
