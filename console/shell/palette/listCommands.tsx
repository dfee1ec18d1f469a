import { ArrowLeftRight, FileText, Keyboard, Monitor, Moon, Plus, Settings2, Sun } from "lucide-react";
import type { ConsoleRoute } from "../../guards/route.ts";
import { fillPath, isShownTo } from "../../guards/route.ts";
import { readMember } from "../../guards/runGuards.ts";
import { accountParts } from "../../parts/accountParts.ts";
import { AgentIcon } from "../../parts/AgentIcon.tsx";
import { agents } from "../../state/agents/agents.ts";
import { openOverlay } from "../../state/shell/menu.ts";
import { mayDo, openOrganization, organization, organizations } from "../../state/accounts/organization.ts";
import { readAgentId } from "../../state/shell/paths.ts";
import { chooseTheme } from "../../state/shell/platformTheme.ts";
import { listProfileItems } from "../profileItems.ts";
import { listAgentTabs } from "../shortcuts/agentTabs.ts";
import { openCreateAgent } from "../shortcuts/openCreateAgent.ts";
import { findKeysOf } from "../shortcuts/shellShortcuts.ts";
import type { Command } from "./command.ts";
import { settings } from "./settings.ts";

interface Place {
  routes: readonly ConsoleRoute[];
  path: string;
  orgId: string;
}

const iconSize = 17;
const themes = [
  { choice: "light", label: "Light theme", icon: Sun },
  { choice: "dark", label: "Dark theme", icon: Moon },
  { choice: "system", label: "System theme", icon: Monitor },
] as const;

/** Where the palette searches, and what of it this member may open. */
export interface Finding {
  orgId: string;
  /** The open agent; where none is open, the first ones, each with its name. */
  agents: readonly { id: string; name: string | null }[];
  mayOpenContacts: boolean;
}

/** Gives everything there is to go to and to do, as far as this member may; what has many names is searched as one types. */
export function listCommands(place: Place): Command[] {
  const all = [
    ...listTabs(place),
    ...listAgents(place),
    ...listPages(place),
    ...listActions(place),
    ...listSettings(place),
  ];
  // The same place by another name would be listed twice.
  const seen = new Set<string>();
  return all.filter(({ href, label }) => {
    const name = `${href} ${label.toLowerCase()}`;
    return href === undefined || (!seen.has(name) && seen.add(name));
  });
}

/** Gives where names are searched. */
export function readFinding({ routes, path, orgId }: Place): Finding {
  const open = findAgent(path);
  const searched = open
    ? [{ id: open.id, name: null }]
    : agents.items.slice(0, mostAsked).map(({ id, name }) => ({ id, name }));
  const contacts = routes.find((route) => route.path.endsWith("/inbox/contacts/:contactId?"));
  const mayOpenContacts = contacts !== undefined && isShownTo(contacts, readMember());
  return { orgId, agents: searched, mayOpenContacts };
}

function findAgent(path: string) {
  return agents.items.find(({ id }) => id === readAgentId(path));
}

/** If no agent is open, the server searches at most this many. */
const mostAsked = 5;
/** More agents than this have too many pages and settings to list where none is open. */
const mostAgents = 10;

/** The open agent; where none is open, the first ones, whose pages and settings are found by typing. */
function listSearched(path: string) {
  const agent = findAgent(path);
  return agent ? [agent] : agents.items.slice(0, mostAgents);
}

/** The agents' pages: the tabs as the menu shows them, then all others. */
function listTabs({ routes, path, orgId }: Place): Command[] {
  const open = findAgent(path);
  const others = listOwnPages(routes).filter((route) => isOfAgent(route) && !route.menu);
  return listSearched(path).flatMap((agent) =>
    [...listAgentTabs(routes, agent.id), ...others].map((route) => {
      const Icon = route.menu?.icon ?? FileText;
      return {
        id: `tab:${route.path}${open ? "" : `:${agent.id}`}`,
        group: open ? "This agent" : "Agents",
        label: route.menu?.label ?? route.title,
        hint: agent.name,
        icon: <Icon size={iconSize} aria-hidden />,
        keys: open && findKeysOf(route),
        isOnlySearched: !open || !route.menu,
        href: fillPath(route.path, { orgId, agentId: agent.id }),
      };
    }),
  );
}

/** The pages of the console that this member may open and that need nothing named but an agent. */
function listOwnPages(routes: readonly ConsoleRoute[]): ConsoleRoute[] {
  return routes.filter(
    (route) =>
      route.path.startsWith("/accounts/") &&
      route.frame === "console" &&
      route.title !== "" &&
      !/:(?!orgId|agentId)\w+(?!\w*\?)/.test(route.path) &&
      isShownTo(route, readMember()),
  );
}

function isOfAgent(route: ConsoleRoute): boolean {
  return route.path.includes("/:agentId");
}

/** An action leads there, as far as the plan has room for another agent. */
function isCreating(route: ConsoleRoute): boolean {
  return route.path.endsWith("/create-ai-agent");
}

/** What is set within the pages. */
function listSettings({ routes, path, orgId }: Place): Command[] {
  const open = findAgent(path);
  const inside = listOwnPages(routes).flatMap((route) =>
    (isOfAgent(route) ? listSearched(path) : [null]).flatMap((agent) => {
      const page = fillPath(route.path, { orgId, agentId: agent?.id ?? "" });
      const title = route.menu?.label ?? route.title;
      const isElsewhere = agent !== null && !open;
      return (settings[route.path] ?? []).map(({ label, words, end = "" }) => ({
        ...{ label, words, hint: isElsewhere ? `${title} · ${agent.name}` : title, href: page + end },
        id: `setting:${route.path}:${label}${isElsewhere ? `:${agent.id}` : ""}`,
      }));
    }),
  );
  const account = accountParts
    .filter(({ needs }) => !needs || mayDo(needs))
    .map(({ part, label, href }) => ({
      label,
      hint: "Settings",
      href: href(orgId),
      id: `account:${part}`,
    }));
  const isAccountShown = listOwnPages(routes).some(({ path: one }) => one.endsWith("/account/teams"));
  return [...inside, ...(isAccountShown ? account : [])].map((one) => ({
    ...one,
    group: "Settings",
    icon: <Settings2 size={iconSize} aria-hidden />,
    isOnlySearched: true,
  }));
}

function listAgents({ routes, orgId }: Place): Command[] {
  return agents.items.flatMap(({ id, name, icon, status }) => {
    const [first] = listAgentTabs(routes, id);
    if (!first) return [];
    return {
      id: `agent:${id}`,
      group: "Agents",
      label: name,
      hint: status === "paused" ? "Paused" : undefined,
      icon: <AgentIcon icon={icon} size={20} />,
      href: fillPath(first.path, { orgId, agentId: id }),
    };
  });
}

/** The top menu, what the profile menu leads to, and every other page of the organization. */
function listPages({ routes, orgId }: Place): Command[] {
  const top = routes
    .filter((route) => route.menu?.place === "top" && isShownTo(route, readMember()))
    .map((route) => {
      const Icon = route.menu?.icon;
      return {
        label: route.menu?.label ?? route.title,
        icon: Icon && <Icon size={iconSize} aria-hidden />,
        keys: findKeysOf(route),
        href: fillPath(route.path, { orgId }),
      };
    });
  const others = listOwnPages(routes)
    .filter((route) => !isOfAgent(route) && !route.menu && !isCreating(route))
    .map((route) => ({
      label: route.title,
      icon: <FileText size={iconSize} aria-hidden />,
      href: fillPath(route.path, { orgId }),
      isOnlySearched: true,
    }));
  return [...top, ...listProfile(orgId).filter(({ href }) => href), ...others].map((page) => ({
    ...page,
    id: `page:${page.label}`,
    group: "Go to",
  }));
}

function listActions({ orgId }: Place): Command[] {
  const create = { label: "Create AI Agent", icon: <Plus size={iconSize} aria-hidden />, keys: "c" };
  const done = [
    ...(mayDo("agents.create") ? [{ ...create, run: () => openCreateAgent(orgId) }] : []),
    ...listOthers(),
    ...themes.map(({ choice, label, icon: Icon }) => ({
      label,
      icon: <Icon size={iconSize} aria-hidden />,
      run: () => chooseTheme(choice),
    })),
    {
      label: "Keyboard shortcuts",
      icon: <Keyboard size={iconSize} aria-hidden />,
      keys: "?",
      run: () => openOverlay("shortcuts"),
    },
    ...listProfile(orgId).filter(({ href }) => !href),
  ];
  return done.map((action) => ({ ...action, id: `action:${action.label}`, group: "Actions" }));
}

function listOthers(): Omit<Command, "id" | "group">[] {
  const others = organizations.data?.filter(({ org_id }) => org_id !== organization._id) ?? [];
  return others.map((other) => ({
    label: `Switch to ${other.name}`,
    hint: "Organization",
    icon: <ArrowLeftRight size={iconSize} aria-hidden />,
    run: () => openOrganization(other),
  }));
}

function listProfile(orgId: string): Omit<Command, "id" | "group">[] {
  const items = listProfileItems({
    orgId,
    member: readMember(),
    organizationCount: organizations.data?.length ?? 0,
  });
  return items
    .filter(({ isDisabled }) => !isDisabled)
    .map(({ label, icon: Icon, href, isNewTab, run }) => ({
      ...{ label, href, isNewTab, run },
      icon: <Icon size={iconSize} aria-hidden />,
    }));
}
