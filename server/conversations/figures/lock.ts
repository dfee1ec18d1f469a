import { sql } from "kysely";
import { dialectOf } from "../../database/columns.ts";
import type { Tx } from "../../database/store.ts";

/**
 * Begins a transaction that adds to the figures or deletes some; it fails with `lock_not_available` while they are
 * rebuilt, unless it may wait. It is taken before any row: a rebuild would wait for the row, and the row's owner for it.
 */
export async function beginToAdd(tx: Tx, { mayWait }: { mayWait: boolean }): Promise<void> {
  if (dialectOf(tx) === "sqlite") return;
  await sql`lock table "figureConversations" in row exclusive mode ${sql.raw(mayWait ? "" : "nowait")}`.execute(
    tx,
  );
}

/**
 * Begins a transaction that sees everything as it was at one moment, and lets others write conversations and changes of
 * figures, but add none to the figures. It has to come first in its transaction: the moment is the next statement's.
 */
export async function keepOthersFromAdding(tx: Tx): Promise<void> {
  if (dialectOf(tx) === "sqlite") return;
  await sql`set transaction isolation level repeatable read`.execute(tx);
  // Another server that rebuilds at the same time may take longer than any statement.
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`lock table "figureConversations" in share row exclusive mode`.execute(tx);
}

/** Has others add nothing to the figures until this transaction ends; what they are doing is done first. */
export async function waitForAdding(tx: Tx): Promise<void> {
  if (dialectOf(tx) === "sqlite") return;
  await sql`lock table "figureConversations" in share row exclusive mode`.execute(tx);
}
