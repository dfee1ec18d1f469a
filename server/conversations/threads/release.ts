import type { ThreadRow } from "../tables.ts";

type Wait = Pick<ThreadRow, "assigneeId" | "personRequestedAt" | "waitingSince">;

/**
 * Gives what becomes of a conversation without an assignee. A visitor without a reply waits for any member, and keeps
 * their waiting time; a visitor with one waits for nobody until they ask again.
 */
export function release(thread: ThreadRow, now: number): Wait {
  if (!isAwaitingReply(thread)) return { assigneeId: null, personRequestedAt: null, waitingSince: null };
  return {
    assigneeId: null,
    personRequestedAt: now,
    waitingSince: thread.waitingSince ?? saidAt(thread) ?? now,
  };
}

/** The same without a decision: a visitor without a reply keeps their place in the queue. */
export function releaseInPlace(thread: ThreadRow, now: number): Wait {
  const released = release(thread, now);
  return { ...released, personRequestedAt: released.waitingSince };
}

/** Whether the team owes the visitor a word: theirs was not the last. Taking over without writing is no reply. */
export function isAwaitingReply({ waitingSince, lastMessageRole }: ThreadRow): boolean {
  return waitingSince !== null || lastMessageRole !== "support";
}

/** When the visitor wrote what nobody has answered, not the agent either. */
function saidAt({ lastMessageRole, lastMessageAt }: ThreadRow): number | null {
  return lastMessageRole === "user" ? lastMessageAt : null;
}
