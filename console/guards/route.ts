import type { ComponentType, LazyExoticComponent } from "react";
import type { Role } from "../../shared/domain/access.ts";
import type { GuardName, GuardedMember } from "./guard.ts";
import { restrict } from "./restrict.ts";

type Icon = ComponentType<{ size?: number; "aria-hidden"?: boolean }>;

/** One entry of the list of routes; menus, tabs, titles and guards are drawn from it. */
export interface ConsoleRoute {
  /** With `:name` parameters, as wouter reads it. */
  path: string;
  screen: LazyExoticComponent<ComponentType> | ComponentType;
  guards: readonly GuardName[];
  /** `bare`: without the console bar; `standalone`: the conversations, without it as well. */
  frame: "bare" | "console" | "standalone";
  /** What the page is called in its title. */
  title: string;
  /** `agent`: a tab of the selected agent; `top` and `bottom`: the sidebar's own items. */
  menu?: {
    place: "top" | "agent" | "bottom";
    label: string;
    icon: Icon;
    /** A tab that leaves once the agent's setup guide is reviewed (specification 4). */
    isUntilSetUp?: true;
  };
  /** A tab with this list is shown to these roles only (specification 6). */
  users?: readonly Role[];
}

/** Whether a member gets to see the tab: by its list of roles, and never one from which the role guard sends away. */
export function isShownTo(route: ConsoleRoute, member: GuardedMember): boolean {
  if (member.isSuperAdmin) return true;
  if (restrict(fillPath(route.path, { orgId: "-", agentId: "-" }), member)) return false;
  return !route.users || route.users.some((role) => member.roles.includes(role));
}

/** Gives the path of a route for an organization and an agent. */
export function fillPath(pattern: string, params: Record<string, string>): string {
  return pattern
    .replace(/\/:(\w+)\?/g, (_, name: string) => (params[name] ? `/${encodeURIComponent(params[name])}` : ""))
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}
