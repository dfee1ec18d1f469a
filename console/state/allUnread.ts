import { proxy } from "valtio";
import type { AgentUnread } from "../../shared/contract/threadCounts.ts";

type Counts = Pick<AgentUnread, "unread" | "waiting">;

interface AllUnread {
  of: Record<string, Counts>;
  /** Whether all were counted; else only the one that is open may be there. */
  isCounted: boolean;
}

/** What each agent of the organisation has that is new to the user, by the agent's id. */
export const allUnread = proxy<AllUnread>({ of: {}, isCounted: false });

/** Takes what was counted for all; the agent that is open is counted as things happen, and what is known of it is newer. */
export function takeAllUnread(counted: readonly AgentUnread[], openId: string | null): void {
  allUnread.of = Object.fromEntries(
    counted.map(({ agentId, unread, waiting }) => {
      const known = agentId === openId ? allUnread.of[agentId] : undefined;
      return [agentId, { unread: known?.unread ?? unread, waiting }];
    }),
  );
  allUnread.isCounted = true;
}

/** Takes what was counted for the agent that is open. */
export function takeUnread(agentId: string, unread: number): void {
  allUnread.of[agentId] = { waiting: 0, ...allUnread.of[agentId], unread };
}

/** Forgets what an agent has: it is gone. */
export function forgetUnread(agentId: string): void {
  delete allUnread.of[agentId];
}

/** Forgets all: the organisation is left. */
export function closeAllUnread(): void {
  Object.assign(allUnread, { of: {}, isCounted: false });
}
