import type { SqliteFile } from "./sqlite.ts";
import type { Turns } from "./turns.ts";

/**
 * The commits of one connection. Transactions that wait for it one behind the other share one commit, so one sync of the
 * disk: each is told only when all of them are on it, and nobody else sees anything of them before.
 */
export interface Commits {
  /** Opens a transaction inside the shared one, which is begun where there is none. */
  begin(): Member;
  /** Commits what waits for it. Say this before anything that must not see what may still be lost. */
  flush(): void;
  /** Hands the connection on. */
  next(): void;
}

export interface Member {
  /** Hands the connection on; resolves when what was done is on the disk, throws where it is lost. */
  commit(): Promise<void>;
  /** Undoes what this one did. Whoever holds the connection keeps it. */
  rollback(): void;
}

/** The first of those that share a commit waits so long for the others at most, besides the one that is under way. */
const longestWaitMs = 10;

/** Makes the commits of a file whose connection is handed out by these turns. */
export function createCommits(file: SqliteFile, turns: Turns): Commits {
  let isOpen = false;
  let openedAt = 0;
  let waiting: { resolve: () => void; reject: (error: unknown) => void }[] = [];

  function end(command: "commit" | "rollback", lostBy?: unknown): void {
    const told = waiting;
    [isOpen, waiting] = [false, []];
    let fault = lostBy;
    try {
      if (file.inTransaction()) file.run(command);
      else fault ??= new Error("SQLite ended the transaction by itself.");
    } catch (error) {
      fault ??= error;
      if (file.inTransaction()) file.run("rollback");
    }
    for (const { resolve, reject } of told) {
      if (fault === undefined) resolve();
      else reject(fault);
    }
  }

  function flush(): void {
    if (isOpen) end("commit");
  }

  return {
    begin() {
      const isFirst = !isOpen;
      file.run(isFirst ? "begin immediate" : "savepoint member");
      if (isFirst) [isOpen, openedAt] = [true, performance.now()];
      return {
        commit: () =>
          new Promise((resolve, reject) => {
            waiting.push({ resolve, reject });
            try {
              if (!isFirst) file.run("release member");
              if (!turns.isWaitedFor() || performance.now() - openedAt > longestWaitMs) flush();
            } catch (error) {
              end("rollback", error);
            }
            turns.next();
          }),
        rollback() {
          // A full disk ends the transaction of all of them.
          if (isFirst || !file.inTransaction()) end("rollback");
          else file.run("rollback to member; release member");
        },
      };
    },
    flush,
    next() {
      if (!turns.isWaitedFor()) flush();
      turns.next();
    },
  };
}
