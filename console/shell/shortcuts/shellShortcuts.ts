import type { ConsoleRoute } from "../../guards/route.ts";
import { fillPath, isShownTo } from "../../guards/route.ts";
import { readMember } from "../../guards/runGuards.ts";
import { walkRows } from "../../parts/walkRows.ts";
import { agents } from "../../state/agents/agents.ts";
import { inLastLayout } from "../../state/conversations/inbox/inboxLayout.ts";
import { openOverlay } from "../../state/shell/menu.ts";
import { navigate } from "../../state/shell/navigation.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import type { ShortcutGroup } from "../../state/shell/shortcuts.ts";
import { focusSearch } from "./focusSearch.ts";
import { listAgentTabs, stepAgent } from "./agentTabs.ts";
import { openCreateAgent } from "./openCreateAgent.ts";
import type { Shortcut } from "../../state/shell/keySequence.ts";

/** The letter after `g` for the end of a path. */
const letters: readonly [letter: string, end: string][] = [
  ["d", "/dashboard"],
  ["i", "/inbox/conversations"],
  ["s", "/settings"],
  ["k", "/datasources"],
];

interface Place {
  routes: readonly ConsoleRoute[];
  orgId: string;
  /** The agent that is open, else the one that was. */
  agentId: string | null;
  path: string;
}

/** Gives what the shell itself does by keys, for the place where somebody is and what they may do there. */
export function listShellShortcuts(place: Place): ShortcutGroup[] {
  return [
    { title: "Everywhere", shortcuts: listGeneral(place), isGeneral: true },
    { title: "Go to", shortcuts: [...listPlaces(place), ...listSteps(place)], isGeneral: true },
    { title: "Lists", shortcuts: listKeys, isGeneral: true },
  ];
}

/** Gives the keys that lead to a page of the list of routes, if some do. */
export function findKeysOf(route: ConsoleRoute): string | undefined {
  const pattern = route.path.replace(/\/:\w+\?$/, "");
  // The inbox of the agent that is open, not the one over all.
  const letter = letters.find(([, end]) => pattern.endsWith(end) && !pattern.includes("/cp/all/"))?.[0];
  return letter && `g ${letter}`;
}

const listKeys: readonly Shortcut[] = [
  { keys: "j", label: "Next row", run: () => walkRows(1), isRepeated: true },
  { keys: "k", label: "Previous row", run: () => walkRows(-1), isRepeated: true },
  { keys: "enter", label: "Open the row" },
];

function listPlaces({ routes, orgId, agentId }: Place): Shortcut[] {
  const ofAgent = agentId ?? agents.items[0]?.id;
  const tabs = new Set(listAgentTabs(routes, ofAgent ?? ""));
  return routes.flatMap((route) => {
    const keys = findKeysOf(route);
    const isThere = route.menu?.place === "top" || (tabs.has(route) && ofAgent !== undefined);
    if (!keys || !route.menu || !isThere || !isShownTo(route, readMember())) return [];
    const href = fillPath(route.path, { orgId, agentId: ofAgent ?? "" });
    return [{ keys, label: route.menu.label, run: () => navigate(inLastLayout(href)) }];
  });
}

function listSteps({ routes, path, orgId }: Place): Shortcut[] {
  const { items } = agents;
  if (items.length < 2) return [];
  const go = (step: 1 | -1) => {
    const target = stepAgent({ routes, path, orgId, agentIds: items.map(({ id }) => id) }, step);
    if (target) navigate(inLastLayout(target));
  };
  return [
    { keys: "[", label: "Previous agent", run: () => go(-1) },
    { keys: "]", label: "Next agent", run: () => go(1) },
  ];
}

function listGeneral({ orgId }: Place): Shortcut[] {
  const create = { keys: "c", label: "Create AI Agent", run: () => openCreateAgent(orgId) };
  return [
    { keys: "mod+k", label: "Command palette", run: () => openOverlay("palette") },
    { keys: "/", label: "Search", run: focusSearch },
    ...(mayDo("agents.create") ? [create] : []),
    { keys: "?", label: "Keyboard shortcuts", run: () => openOverlay("shortcuts") },
    { keys: "escape", label: "Close dialog or panel" },
  ];
}
