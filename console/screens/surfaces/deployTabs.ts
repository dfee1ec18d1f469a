import type { ComponentType } from "react";
import type { Snapshot } from "valtio";
import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { lazy } from "../../parts/lazy.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { agentTabPath } from "../../state/shell/paths.ts";
import type { ShownSurface } from "../../state/surfaces/surface.ts";

/** What each tab of Deploy is given. */
export interface DeployTabProps {
  agent: Snapshot<Agent>;
  place: AgentPlace;
  surface: ShownSurface;
  isReadOnly: boolean;
  /** Something is typed that is not saved: publishing would leave it out. */
  onUnsaved: (isUnsaved: boolean) => void;
}

interface DeployTab {
  /** The last part of its address; the first tab has none. */
  part: string;
  label: string;
  Screen: ComponentType<DeployTabProps>;
}

/** The tabs of Deploy, each a part that is loaded when it is opened. */
export const deployTabs: readonly DeployTab[] = [
  { part: "", label: "Appearance", Screen: lazy(() => import("./Appearance.tsx")) },
  { part: "install", label: "Install", Screen: lazy(() => import("./Install.tsx")) },
  { part: "identity", label: "Domains & identity", Screen: lazy(() => import("./Identity.tsx")) },
  { part: "page", label: "Hosted page", Screen: lazy(() => import("./HostedPage.tsx")) },
];

/** Gives the address of a tab. */
export function deployPath(place: AgentPlace, part: string): string {
  return agentTabPath({ ...place, tab: part ? `deploy/${part}` : "deploy" });
}
