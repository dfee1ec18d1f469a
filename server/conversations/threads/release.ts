import type { ThreadRow } from "../tables.ts";

type Wait = Pick<ThreadRow, "assigneeId" | "personRequestedAt" | "waitingSince">;

/**
 * Gives what becomes of a conversation that nobody has any more. Whoever is owed a word waits for whoever comes, and no
 * shorter than they have; who has had the team's waits for nobody until they ask anew.
 */
export function release(thread: ThreadRow, now: number): Wait {
  if (!isAwaitingReply(thread)) return { assigneeId: null, personRequestedAt: null, waitingSince: null };
  return {
    assigneeId: null,
    personRequestedAt: now,
    waitingSince: thread.waitingSince ?? saidAt(thread) ?? now,
  };
}

/** The same, where nobody decided it: whoever is owed a word stands in the queue where they stood. */
export function releaseInPlace(thread: ThreadRow, now: number): Wait {
  const released = release(thread, now);
  return { ...released, personRequestedAt: released.waitingSince };
}

/** Whether the team owes the visitor a word: theirs was not the last. Who takes over and says nothing has given none. */
export function isAwaitingReply({ waitingSince, lastMessageRole }: ThreadRow): boolean {
  return waitingSince !== null || lastMessageRole !== "support";
}

/** When the visitor wrote what nobody has answered, not the agent either. */
function saidAt({ lastMessageRole, lastMessageAt }: ThreadRow): number | null {
  return lastMessageRole === "user" ? lastMessageAt : null;
}
