/** What the audit log calls the deletion of old conversations; nobody asks for it, so it is no call's. */
export const retentionAction = "Deleted conversations after their retention period";

const dayMs = 24 * 60 * 60 * 1000;

/** Conversations in which nothing was said since this moment are kept no longer. */
export function keptSince(days: number, now: number): number {
  return now - days * dayMs;
}
