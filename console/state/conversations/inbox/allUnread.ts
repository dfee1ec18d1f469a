import { proxy } from "valtio";
import type { AgentUnread } from "../../../../shared/contract/conversations/inbox/threadCounts.ts";

interface Counts extends Pick<AgentUnread, "unread" | "waiting"> {
  /** Whether it was counted before somebody looked, or looked away, or could not be counted since. */
  isOld: boolean;
}

interface AllUnread {
  of: Record<string, Counts>;
}

/** What each agent of the organization has that is new to the user, by the agent's id. */
export const allUnread = proxy<AllUnread>({ of: {} });

/** Takes what was counted for all; the agent that is open is counted as things happen, and what is known of it is newer. */
export function takeAllUnread(counted: readonly AgentUnread[], openId: string | null): void {
  allUnread.of = Object.fromEntries(
    counted.map(({ agentId, unread, waiting }) => {
      const known = agentId === openId ? allUnread.of[agentId] : undefined;
      return [agentId, { unread: known && !known.isOld ? known.unread : unread, waiting, isOld: false }];
    }),
  );
}

/** Takes what was counted for the agent that is open. */
export function takeUnread(agentId: string, unread: number): void {
  allUnread.of[agentId] = { waiting: 0, ...allUnread.of[agentId], unread, isOld: false };
}

/** The counts may be outdated: they are recounted before anybody relies on it. */
export function ageUnread(): void {
  for (const counts of Object.values(allUnread.of)) counts.isOld = true;
}

/** Forgets what an agent has: it is gone. */
export function forgetUnread(agentId: string): void {
  delete allUnread.of[agentId];
}

/** Forgets all: the organization is left. */
export function closeAllUnread(): void {
  allUnread.of = {};
}
