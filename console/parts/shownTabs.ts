import { createContext, useContext } from "react";
import { useSnapshot } from "valtio";
import { agents, isSetUp } from "../state/agents/agents.ts";
import { agentTabPath } from "../state/shell/paths.ts";

/** A tab of an agent that this member gets to see. */
export interface ShownTab {
  /** The end of its path: `overview`, `datasources`, `inbox/conversations`. */
  tab: string;
  label: string;
  /** It leaves once the agent’s setup guide is reviewed. */
  isUntilSetUp: boolean;
}

/** The tabs that exist and that this member gets to see, in their order; the shell fills it from the list of routes. */
export const ShownTabs = createContext<readonly ShownTab[]>([]);

/** Gives a function from an agent's tab to its link; null for a tab that is not there, so that nothing leads to it. */
export function useTabLink(): (place: { orgId: string; agentId: string }, tab: string) => string | null {
  const listTabs = useTabsOf();
  return (place, tab) =>
    listTabs(place.agentId).some((one) => one.tab === tab) ? agentTabPath({ ...place, tab }) : null;
}

/** Gives a function from an agent to where it opens: its first tab; null where this member sees none. */
export function useFirstTabLink(): (place: { orgId: string; agentId: string }) => string | null {
  const listTabs = useTabsOf();
  return (place) => {
    const [first] = listTabs(place.agentId);
    return first ? agentTabPath({ ...place, tab: first.tab }) : null;
  };
}

function useTabsOf(): (agentId: string) => readonly ShownTab[] {
  const tabs = useContext(ShownTabs);
  useSnapshot(agents);
  return (agentId) => tabs.filter(({ isUntilSetUp }) => !isUntilSetUp || !isSetUp(agentId));
}
