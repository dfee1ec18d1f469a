import { setImmediate } from "node:timers";
import type { CompiledQuery } from "kysely";
import type { SqliteFile } from "./sqlite.ts";
import { takeTurns } from "./turns.ts";

/**
 * Hands out the connection that writes, in turn, and commits together what was written through it within one turn of the
 * loop: pages that several change are written once. Each still succeeds or fails alone, and is told only once it is committed.
 */
export interface Commits {
  /** Resolves when the connection is the caller's, until it calls `keep` or `undo`. */
  begin(): Promise<void>;
  /** Hands the connection on; resolves when what the caller wrote is committed, with what is to be written last. */
  keep(last?: readonly Written[]): Promise<void>;
  /** Takes back what the caller wrote, and hands the connection on; resolves when all that the caller saw is committed. */
  undo(): Promise<void>;
  /** Commits immediately once nothing more is written. */
  flush(): void;
}

/** A statement with its values. */
export type Written = Pick<CompiledQuery, "sql" | "parameters">;

export interface CommitsOptions {
  file: SqliteFile;
  /** Is told of every commit. */
  committed: () => void;
}

/** What is to be committed together. */
interface Shared {
  /** How many have written their part. */
  parts: number;
  /** What all of them want to have written last, in their order. */
  last: Written[];
  /** Its time has come while somebody writes: it is committed when they are through, before the next one. */
  isDue: boolean;
  timer: NodeJS.Immediate;
  done: PromiseWithResolvers<void>;
}

export function createCommits({ file, committed }: CommitsOptions): Commits {
  const turns = takeTurns();
  let shared: Shared | undefined;
  let isTaken = false;

  function share(): Shared {
    const done = Promise.withResolvers<void>();
    done.promise.catch(() => {}); // told to whoever has a part in it
    const opened: Shared = { parts: 0, last: [], isDue: false, done, timer: setImmediate(() => end(opened)) };
    return opened;
  }

  function end(ending: Shared): void {
    if (isTaken) ending.isDue = true;
    else commit(ending);
  }

  function commit(ending: Shared): void {
    try {
      for (const { sql, parameters } of ending.last) file.execute(sql, parameters);
      file.execute("commit", []);
    } catch (error) {
      return lose(ending, error);
    }
    forget(ending);
    committed();
    ending.done.resolve();
  }

  function lose(lost: Shared, error: unknown): void {
    forget(lost);
    lost.done.reject(error);
    if (file.inTransaction()) file.run("rollback");
  }

  function forget(ended: Shared): void {
    clearImmediate(ended.timer);
    shared = undefined;
  }

  function handOn(): void {
    try {
      if (shared?.isDue) commit(shared);
    } finally {
      // If SQLite refuses: waiting callers get the error in their turn.
      isTaken = false;
      turns.next();
    }
  }

  return {
    async begin() {
      await turns.wait();
      isTaken = true;
      try {
        // The first one needs no place to go back to: before it there is nothing.
        if (shared) file.execute("savepoint part", []);
        else {
          file.execute("begin immediate", []);
          shared = share();
        }
      } catch (error) {
        handOn();
        throw error;
      }
    },
    async keep(last = []) {
      const mine = shared;
      try {
        if (!mine || !file.inTransaction()) throw endedByItself();
        if (mine.parts > 0) file.execute("release part", []);
        mine.parts += 1;
        mine.last.push(...last);
      } catch (error) {
        if (mine) lose(mine, error);
      } finally {
        handOn();
      }
      if (!mine) throw endedByItself();
      await mine.done.promise;
    },
    async undo() {
      const mine = shared;
      let hasSeen = false;
      try {
        if (mine && !file.inTransaction()) throw endedByItself();
        if (mine && mine.parts > 0) file.run("rollback to part; release part");
        else if (mine) {
          forget(mine);
          file.run("rollback");
        }
        hasSeen = mine !== undefined && mine === shared;
      } catch (error) {
        // What can't be taken back alone goes with all the others.
        if (mine) lose(mine, error);
      } finally {
        handOn();
      }
      // Code that continues after a lock finds it then.
      if (hasSeen) await mine?.done.promise.catch(() => {});
    },
    flush() {
      if (shared && !isTaken) commit(shared);
    },
  };
}

/** SQLITE_FULL */
const sqliteFull = 13;

/** A full disk does that, and all parts are gone. */
function endedByItself(): Error {
  return Object.assign(new Error("SQLite ended the transaction by itself."), { errcode: sqliteFull });
}
