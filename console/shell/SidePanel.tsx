import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { ConsoleRoute } from "../guards/route.ts";
import { closeSidePanel, menu } from "../state/menu.ts";
import { AgentNavigation } from "./AgentNavigation.tsx";
import { Sheet } from "./Sheet.tsx";

/** On phones: the agents and the menu, behind the hamburger. */
export function SidePanel({ routes, path }: { routes: readonly ConsoleRoute[]; path: string }): ReactNode {
  const { isSidePanelVisible } = useSnapshot(menu);
  useEffect(closeSidePanel, [path]);
  if (!isSidePanelVisible) return null;
  return (
    <Sheet label="Agents and menu" from="start" onClose={closeSidePanel}>
      <AgentNavigation routes={routes} path={path} />
    </Sheet>
  );
}
