import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { ConsoleRoute } from "../../guards/route.ts";
import { FloatingPart } from "../../parts/FloatingPart.tsx";
import { agents } from "../../state/agents/agents.ts";
import { closeOverlay, menu } from "../../state/shell/menu.ts";
import { organization } from "../../state/accounts/organization.ts";
import { readAgentId } from "../../state/shell/paths.ts";
import { addShortcuts } from "../../state/shell/shortcuts.ts";
import { listShellShortcuts } from "./shellShortcuts.ts";
import { CommandPalette } from "../palette/palette.ts";
import { ShortcutSheet } from "../overlays.ts";

/** The keys of the shell, and the two dialogs that they open; both load when they are asked for. */
export function Shortcuts({ routes, path }: { routes: readonly ConsoleRoute[]; path: string }): ReactNode {
  const { _id: orgId, roles } = useSnapshot(organization);
  const { overlay } = useSnapshot(menu);
  const agentCount = useSnapshot(agents).items.length;
  const lastAgentId = useRef<string | null>(null);
  lastAgentId.current = readAgentId(path) ?? lastAgentId.current;

  useEffect(() => {
    if (!orgId) return;
    const groups = listShellShortcuts({ routes, orgId, agentId: lastAgentId.current, path });
    const stops = groups.map(addShortcuts);
    return () => stops.forEach((stop) => stop());
  }, [routes, orgId, roles, agentCount, path]);
  useEffect(() => closeOverlay, [path]);

  return (
    <FloatingPart resetOn={overlay ?? ""}>
      {overlay === "palette" && <CommandPalette routes={routes} path={path} />}
      {overlay === "shortcuts" && <ShortcutSheet />}
    </FloatingPart>
  );
}
