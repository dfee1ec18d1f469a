import type { MemberRow } from "./tables.ts";

/**
 * How long after an online agent's console was last heard of they count as offline: two polls of 120 seconds may get
 * lost on the way, and a hidden tab may be a minute late with the next.
 */
export const awayAfterMs = 5 * 60 * 1000;

/**
 * Whether a support agent is there: what they chose, as long as their console says so. Nothing is written when it falls
 * silent, so an agent whose network comes back is online again with the next poll.
 */
export function statusAt(
  { agentStatus, agentSeenAt }: Pick<MemberRow, "agentStatus" | "agentSeenAt">,
  now: number,
): MemberRow["agentStatus"] {
  return agentSeenAt !== null && now - agentSeenAt <= awayAfterMs ? agentStatus : "offline";
}
