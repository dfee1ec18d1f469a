import type { ConsoleRoute } from "../../guards/route.ts";
import { fillPath, isShownTo } from "../../guards/route.ts";
import { readMember } from "../../guards/runGuards.ts";
import { isSetUp } from "../../state/agents/agents.ts";
import { readAgentId } from "../../state/shell/paths.ts";

/** Gives the tabs of this agent that this member sees, in their order. */
export function listAgentTabs(routes: readonly ConsoleRoute[], agentId: string): ConsoleRoute[] {
  return routes.filter(
    (route) =>
      route.menu?.place === "agent" &&
      isShownTo(route, readMember()) &&
      (!route.menu.isUntilSetUp || !isSetUp(agentId)),
  );
}

interface Facts {
  routes: readonly ConsoleRoute[];
  path: string;
  orgId: string;
  agentIds: readonly string[];
}

/** Gives the same tab of the next agent or the one before, round the end of the list; null where there is no tab. */
export function stepAgent({ routes, path, orgId, agentIds }: Facts, step: 1 | -1): string | null {
  const openId = readAgentId(path);
  const at = openId === null ? -1 : agentIds.indexOf(openId);
  const from = at < 0 && step < 0 ? 0 : at;
  const agentId = agentIds[(from + step + agentIds.length) % agentIds.length];
  const params = { orgId, agentId: agentId ?? "" };
  const tabs = listAgentTabs(routes, params.agentId);
  const isOpen = ({ path: pattern }: ConsoleRoute): boolean =>
    openId !== null && isAtOrBelow(path, fillPath(pattern, { orgId, agentId: openId }));
  const tab = tabs.findLast(isOpen) ?? tabs[0];
  return tab && agentId !== undefined ? fillPath(tab.path, params) : null;
}

function isAtOrBelow(path: string, tabPath: string): boolean {
  return path === tabPath || path.startsWith(`${tabPath}/`);
}
