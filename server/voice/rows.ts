import type { CallEnding } from "../../shared/domain/call.ts";
import type { KeptRecording } from "../conversations/files/keepRecording.ts";
import type { CallMarks } from "../conversations/threads/callMarks.ts";
import type { Db, Store, Tx } from "../database/store.ts";
import type { CallRow } from "./tables.ts";

export interface CallKey {
  organizationId: string;
  id: string;
}

type NewCall = Pick<
  CallRow,
  | "organizationId"
  | "id"
  | "agentId"
  | "contactId"
  | "sessionId"
  | "surfaceType"
  | "preview"
  | "language"
  | "state"
  | "startedAt"
> & { now: number };

/** A call in which nothing was said yet. */
export function newCall({ now, ...call }: NewCall): CallRow {
  return {
    ...call,
    ...{ threadId: null, ending: null, endedAt: null, seenAt: now, turns: "[]", createdAt: now },
    ...{ endMessageId: null, avatarRoomId: null },
  };
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

/** Takes a call that waits, for this process alone; gives whether it did. */
export async function claimCall(db: Db, { organizationId, id }: CallKey, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("calls")
    .set({ state: "running", startedAt: now, seenAt: now })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How a call ended. */
export interface CallEnd extends CallKey {
  ending: CallEnding;
  now: number;
  /** JSON, where it has changed. */
  turns?: string;
  recording?: KeptRecording | undefined;
}

/** Ends a call, and says so in its conversation; one that has ended is only given its recording. */
export async function endCall(
  { callMarks }: Marking,
  tx: Tx,
  { organizationId, id, ending, now, turns, recording }: CallEnd,
): Promise<void> {
  const key = { organizationId, id };
  const call = await findCall(tx, key);
  if (!call) return;
  const { agentId, threadId, startedAt } = call;
  if (call.state === "ended") {
    const { endMessageId } = call;
    if (recording && threadId !== null && endMessageId !== null)
      await callMarks.addRecording(
        tx,
        { organizationId, agentId, threadId },
        { messageId: endMessageId, recording },
      );
    return;
  }
  const ended = { state: "ended", ending, endedAt: now, ...(turns !== undefined && { turns }) } as const;
  if (!(await changeCall(tx, key, ended)) || threadId === null) return;
  const seconds = Math.round((now - (startedAt ?? now)) / 1000);
  const end = { id, seconds, recording };
  const endMessageId = await callMarks.ended(tx, { organizationId, agentId, threadId }, end);
  await tx
    .updateTable("calls")
    .set({ endMessageId })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

interface Marking {
  callMarks: CallMarks;
}

/** Ends whatever calls a session has: another one begins. */
export async function endCallsOfSession(
  marking: Marking,
  tx: Tx,
  { organizationId, sessionId, now }: { organizationId: string; sessionId: string; now: number },
): Promise<void> {
  const calls = await tx
    .selectFrom("calls")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("sessionId", "=", sessionId)
    .where("state", "!=", "ended")
    .execute();
  for (const { id } of calls) await endCall(marking, tx, { organizationId, id, ending: "elsewhere", now });
}

/** Ends calls that no process has, and those that nobody began. */
export async function endLostCalls(
  { store, callMarks }: Marking & { store: Store },
  { before, now }: { before: number; now: number },
): Promise<void> {
  const calls = await store.db
    .selectFrom("calls")
    .select(["organizationId", "id"])
    .where("state", "!=", "ended")
    .where("seenAt", "<", before)
    .execute();
  for (const key of calls)
    await store.transaction((tx) => endCall({ callMarks }, tx, { ...key, ending: "network", now }));
}
