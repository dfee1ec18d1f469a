import type { ComponentType } from "react";
import { lazy } from "../../parts/lazy.ts";
import type { DeployTabProps } from "./deployTab.ts";

interface DeployTab {
  /** The last part of its address; the first tab has none. */
  part: string;
  label: string;
  Screen: ComponentType<DeployTabProps>;
}

/** The tabs of Deploy, each a part that is loaded when it is opened. */
export const deployTabs: readonly DeployTab[] = [
  { part: "", label: "Appearance", Screen: lazy(() => import("./Appearance.tsx")) },
  {
    part: "messages",
    label: "Proactive messages",
    Screen: lazy(() => import("./messages/ProactiveMessages.tsx")),
  },
  { part: "install", label: "Install", Screen: lazy(() => import("./Install.tsx")) },
  { part: "identity", label: "Domains & identity", Screen: lazy(() => import("./Identity.tsx")) },
  { part: "page", label: "Hosted page", Screen: lazy(() => import("./HostedPage.tsx")) },
  { part: "channels", label: "Channels", Screen: lazy(() => import("./Channels.tsx")) },
  { part: "team", label: "Team", Screen: lazy(() => import("./Team.tsx")) },
];
