import { keptForTab } from "./storage.ts";

const name = "agentStatusPolling";

/** Remembers that the server has just heard of this agent, so that a reload does not put the next poll off. */
export function notePoll(orgId: string): void {
  keptForTab.write(name, JSON.stringify({ orgId, at: Date.now() }));
}

/** Gives when the server last heard of this agent in this organization; null where no polling is running. */
export function readLastPoll(orgId: string): number | null {
  try {
    const kept = Object(JSON.parse(keptForTab.read(name) ?? "null"));
    return kept.orgId === orgId && typeof kept.at === "number" ? kept.at : null;
  } catch {
    return null;
  }
}

/** Forgets the polling: it was stopped, the organization was left, or the user is gone. */
export function clearPollState(): void {
  keptForTab.remove(name);
}
