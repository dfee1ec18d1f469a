import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { isSupportAgent } from "../../../shared/domain/access.ts";
import type { AgentsOf } from "../../state/agents/allAgents.ts";
import { agentTabPath, paths } from "../../state/shell/paths.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

/** An agent that can be chosen. */
export interface FoundApp {
  place: AgentPlace;
  agent: Pick<Agent, "id" | "name" | "icon" | "status">;
  organizationName: string;
  href: string;
}

/** Agents under one heading: an organization's, or those opened last. */
export interface FoundGroup {
  key: string;
  label: string;
  apps: FoundApp[];
  /** Missing for those opened last. */
  group?: AgentsOf;
}

/**
 * Gives the agents whose name, or whose organization's name, holds the words that are searched; without a search those
 * opened last stand first. An organization without any of them is left out, unless it is still being read or failed.
 */
export function findApps(
  groups: readonly AgentsOf[],
  { search, recent }: { search: string; recent: readonly AgentPlace[] },
): FoundGroup[] {
  const words = search.trim().toLowerCase();
  const all = groups.flatMap(listApps);
  const last = recent.flatMap(({ agentId }) => all.find(({ agent }) => agent.id === agentId) ?? []);
  const byOrganization = groups.map((group) => {
    const isAsked = group.name.toLowerCase().includes(words);
    const apps = listApps(group).filter(({ agent }) => isAsked || agent.name.toLowerCase().includes(words));
    return { key: group.orgId, label: group.name, apps, group };
  });
  const shown = byOrganization.filter(({ apps, group }) => apps.length > 0 || group.status !== "ready");
  return !words && last.length > 0 ? [{ key: "recent", label: "Opened last", apps: last }, ...shown] : shown;
}

function listApps({ orgId, name, roles, items }: AgentsOf): FoundApp[] {
  return items.map((agent) => {
    const place = { orgId, agentId: agent.id };
    // Whom the role guard keeps to the inbox is led straight there.
    const inbox = isSupportAgent(roles) && agentTabPath({ ...place, tab: "inbox/conversations" });
    return { place, agent, organizationName: name, href: inbox || paths.agent(orgId, agent.id) };
  });
}
