import type { ReactNode } from "react";
import { css } from "../../shared/ui/style/css.ts";
import type { ConsoleRoute } from "../guards/route.ts";
import { FloatingPart } from "../parts/FloatingPart.tsx";
import { configuration } from "../state/platform/configuration.ts";
import { closeSidePanel } from "../state/shell/menu.ts";
import { AgentNavigation } from "./AgentNavigation.tsx";
import { Sheet } from "./Sheet.tsx";
import { BookDemo } from "./BookDemo.tsx";

interface SidePanelProps {
  routes: readonly ConsoleRoute[];
  path: string;
}

/** On phones: the agents and the menu, behind the hamburger; open as long as it is drawn. */
export function SidePanel({ routes, path }: SidePanelProps): ReactNode {
  return (
    <Sheet label="Agents and menu" from="start" onClose={closeSidePanel}>
      <div className={panel}>
        <AgentNavigation routes={routes} path={path} />
        {configuration.meetingUrl !== null && (
          <FloatingPart resetOn={path}>
            <BookDemo className={demo} />
          </FloatingPart>
        )}
      </div>
    </Sheet>
  );
}

const panel = css`
  display: flex;
  flex-direction: column;
  height: 100%;
  & > :first-child {
    flex: 1;
    min-height: 0;
  }
`;
const demo = css`
  display: flex;
  flex: none;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-height: 48px;
  padding-bottom: 8px;
  color: var(--ph-text-2);
  font-weight: 550;
  text-decoration: none;
`;
