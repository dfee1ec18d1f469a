import type { AgentPlace } from "../shell/paths.ts";
import { keptForBrowser } from "../platform/storage.ts";

const name = "recentAgents";
const keptAtMost = 5;

/** Gives the agents that were opened last in this browser, the newest first. */
export function readRecentAgents(): AgentPlace[] {
  try {
    const kept: unknown = JSON.parse(keptForBrowser.read(name) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isPlace) : [];
  } catch {
    return [];
  }
}

/** Remembers that an agent was opened. */
export function noteAgent({ orgId, agentId }: AgentPlace): void {
  const others = readRecentAgents().filter((place) => place.agentId !== agentId);
  keptForBrowser.write(name, JSON.stringify([{ orgId, agentId }, ...others].slice(0, keptAtMost)));
}

function isPlace(kept: unknown): kept is AgentPlace {
  const { orgId, agentId } = Object(kept);
  return typeof orgId === "string" && typeof agentId === "string";
}
