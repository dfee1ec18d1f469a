import { ArrowLeftRight, Keyboard, Monitor, Moon, Plus, Sun } from "lucide-react";
import type { ConsoleRoute } from "../../guards/route.ts";
import { fillPath, isShownTo } from "../../guards/route.ts";
import { readMember } from "../../guards/runGuards.ts";
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

interface Place {
  routes: readonly ConsoleRoute[];
  path: string;
  orgId: string;
}

const iconSize = 17;
const themes = [
  { choice: "light", label: "Light theme", icon: Sun },
  { choice: "dark", label: "Dark theme", icon: Moon },
  { choice: "system", label: "Theme of the device", icon: Monitor },
] as const;

/** Gives everything there is to go to and to do, as far as this member may; members are searched as one types. */
export function listCommands(place: Place): Command[] {
  return [...listTabs(place), ...listAgents(place), ...listPages(place), ...listActions(place)];
}

function listTabs({ routes, path, orgId }: Place): Command[] {
  const agent = agents.items.find(({ id }) => id === readAgentId(path));
  if (!agent) return [];
  return listAgentTabs(routes, agent.id).map((route) => {
    const Icon = route.menu?.icon;
    return {
      id: `tab:${route.path}`,
      group: "This agent",
      label: route.menu?.label ?? route.title,
      hint: agent.name,
      icon: Icon && <Icon size={iconSize} aria-hidden />,
      keys: findKeysOf(route),
      href: fillPath(route.path, { orgId, agentId: agent.id }),
    };
  });
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

/** The top menu, and what the profile menu leads to. */
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
  return [...top, ...listProfile(orgId).filter(({ href }) => href)].map((page) => ({
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
