import type { CallEnding } from "../../shared/domain/call.ts";
import type { Db } from "../database/store.ts";
import type { CallRow } from "./tables.ts";

export interface CallKey {
  organizationId: string;
  id: string;
}

/** The row of a call, if there is one. */
export function findCall(db: Db, { organizationId, id }: CallKey): Promise<CallRow | undefined> {
  return db
    .selectFrom("calls")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Changes the row of a call that has not ended; gives whether it had not. */
export async function changeCall(
  db: Db,
  { organizationId, id }: CallKey,
  changes: Partial<CallRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("calls")
    .set(changes)
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("state", "!=", "ended")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends whatever calls a session has: another one begins. */
export async function endCallsOfSession(
  db: Db,
  { organizationId, sessionId, now }: { organizationId: string; sessionId: string; now: number },
): Promise<void> {
  await db
    .updateTable("calls")
    .set({ state: "ended", ending: "elsewhere" satisfies CallEnding, endedAt: now })
    .where("organizationId", "=", organizationId)
    .where("sessionId", "=", sessionId)
    .where("state", "!=", "ended")
    .execute();
}

/** Ends calls that no process has any more, and those that nobody began. */
export async function endLostCalls(db: Db, { before, now }: { before: number; now: number }): Promise<void> {
  await db
    .updateTable("calls")
    .set({ state: "ended", ending: "network" satisfies CallEnding, endedAt: now })
    .where("state", "!=", "ended")
    .where("seenAt", "<", before)
    .execute();
}
