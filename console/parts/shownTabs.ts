import { createContext, useContext } from "react";
import { agentTabPath } from "../state/paths.ts";

/** A tab of an agent that this member gets to see. */
export interface ShownTab {
  /** The end of its path: `overview`, `datasources`, `inbox/conversations`. */
  tab: string;
  label: string;
}

/** The tabs that exist and that this member gets to see, in their order; the shell fills it from the list of routes. */
export const ShownTabs = createContext<readonly ShownTab[]>([]);

/** Gives a function from an agent's tab to its link; null for a tab that is not there, so that nothing leads to it. */
export function useTabLink(): (place: { orgId: string; agentId: string }, tab: string) => string | null {
  const tabs = useContext(ShownTabs);
  return (place, tab) => (tabs.some((one) => one.tab === tab) ? agentTabPath({ ...place, tab }) : null);
}

/** Gives a function from an agent to where it opens: its first tab; null where this member sees none. */
export function useFirstTabLink(): (place: { orgId: string; agentId: string }) => string | null {
  const [first] = useContext(ShownTabs);
  return (place) => (first ? agentTabPath({ ...place, tab: first.tab }) : null);
}
