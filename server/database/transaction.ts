import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { isConnectionLoss, isConflict } from "./faults.ts";
import type { Db, Tx } from "./store.ts";

const attempts = 8;
const firstPauseMs = 10;
const longestPauseMs = 1000;

/** Whether the code that runs now is inside a transaction that is still open. */
const current = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Throws where the code that runs now stands inside an open transaction. On SQLite it would wait for itself for ever,
 * and on Postgres as soon as the pool is used up; the person who wrote it learns it here, on either store.
 */
export function refuseInsideTransaction(): void {
  if (current.getStore()?.open) {
    throw new Error(
      "Inside a transaction use its `tx`: store.db would wait for the transaction that waits for it.",
    );
  }
}

export interface TransactionOptions<Result> {
  db: Db;
  work: (tx: Tx) => Promise<Result>;
  report: (error: unknown) => void;
  /** Is given what `work` gave once it is committed. */
  whenCommitted?: ((result: Result) => void) | undefined;
  /** Resolves when what was committed before is kept; nobody else is told earlier. */
  written?: () => Promise<void>;
}

/** Runs `work` as store.transaction says. */
export async function runTransaction<Result>(options: TransactionOptions<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryOnce(options);
    if (outcome.done) {
      const { whenCommitted, written } = options;
      if (whenCommitted) runHook(() => whenCommitted(outcome.result), options.report);
      await written?.();
      outcome.hooks.forEach((run) => runHook(run, options.report));
      return outcome.result;
    }
    if (!outcome.again || attempt === attempts) throw outcome.error;
    const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1));
    await wait(pauseMs * (0.5 + Math.random()));
  }
}

type Outcome<Result> =
  | { done: true; result: Result; hooks: Array<() => void> }
  | { done: false; again: boolean; error: unknown };

async function tryOnce<Result>({ db, work }: TransactionOptions<Result>): Promise<Outcome<Result>> {
  const hooks: Array<() => void> = [];
  let committing = false;
  try {
    refuseInsideTransaction();
    const result = await db.transaction().execute((transaction) =>
      insideTransaction(async () => {
        const done = await work(withAfterCommit(transaction, hooks));
        committing = true;
        return done;
      }),
    );
    return { done: true, result, hooks };
  } catch (error) {
    // A connection lost while it commits leaves open whether it did: running again could do the work twice.
    const again = isConflict(error) || (!committing && isConnectionLoss(error));
    return { done: false, again, error };
  }
}

async function insideTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  const context = { open: true };
  try {
    return await current.run(context, work);
  } finally {
    context.open = false;
  }
}

function withAfterCommit(transaction: object, hooks: Array<() => void>): Tx {
  // Kysely's Transaction is a Kysely; store.ts says why the compiler isn't asked.
  return Object.assign(transaction as Db, { afterCommit: (run: () => void) => void hooks.push(run) });
}

/** The rows are stored whatever a hook does, so its fault is told and doesn't look like a failed transaction. */
function runHook(run: () => void, report: (error: unknown) => void): void {
  try {
    run();
  } catch (error) {
    report(error);
  }
}
