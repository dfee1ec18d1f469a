import type { ThreadRow } from "../tables.ts";

/** Whether a conversation waits for whoever comes. */
export function isWaiting({ handledBy, assigneeId, personRequestedAt, status, preview }: ThreadRow): boolean {
  const isActive = status === "open" || status === "pending";
  return (
    isActive && handledBy === "human" && assigneeId === null && personRequestedAt !== null && preview === 0
  );
}
