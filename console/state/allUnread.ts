import { proxy } from "valtio";
import type { AgentUnread } from "../../shared/contract/threadCounts.ts";

type Counts = Pick<AgentUnread, "unread" | "waiting">;

/** What each agent of the organisation has that is new to the user, by the agent's id. */
export const allUnread = proxy<{ of: Record<string, Counts> }>({ of: {} });

/** Takes what was counted for all; the agent that is open is counted as things happen, and what is known of it is newer. */
export function takeAllUnread(counted: readonly AgentUnread[], openId: string | null): void {
  allUnread.of = Object.fromEntries(
    counted.map(({ agentId, unread, waiting }) => {
      const known = agentId === openId ? allUnread.of[agentId] : undefined;
      return [agentId, { unread: known?.unread ?? unread, waiting }];
    }),
  );
}

/** Takes what was counted for the agent that is open. */
export function takeUnread(agentId: string, unread: number): void {
  allUnread.of[agentId] = { waiting: 0, ...allUnread.of[agentId], unread };
}

/** Forgets all: the organisation is left. */
export function closeAllUnread(): void {
  allUnread.of = {};
}
