import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Menu } from "lucide-react";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { css } from "../../shared/ui/style/css.ts";
import type { ConsoleRoute } from "../guards/route.ts";
import { AgentIcon } from "../parts/AgentIcon.tsx";
import { FloatingPart } from "../parts/FloatingPart.tsx";
import { Logo } from "../parts/Logo.tsx";
import { agents } from "../state/agents/agents.ts";
import { configuration } from "../state/platform/configuration.ts";
import { offersHelp } from "../state/shell/help.ts";
import { openSidePanel } from "../state/shell/menu.ts";
import { organization } from "../state/accounts/organization.ts";
import { paths, readAgentId } from "../state/shell/paths.ts";
import { Activity } from "./activity/Activity.tsx";
import { Bell } from "./notices/Bell.tsx";
import { ProfileMenu } from "./ProfileMenu.tsx";
import { SearchButton } from "./palette/SearchButton.tsx";
import { HelpLinks } from "./afterFirst.ts";

interface TopBarProps {
  routes: readonly ConsoleRoute[];
  path: string;
  hasSidebar: boolean;
}

/** Where one is, and the profile menu; on phones also the way to the side panel. */
export function TopBar({ path, hasSidebar }: TopBarProps): ReactNode {
  const { _id: orgId } = useSnapshot(organization);
  return (
    <header className={bar}>
      <IconButton label="Open menu" size="small" className={hamburger} onClick={openSidePanel}>
        <Menu size={20} aria-hidden />
      </IconButton>
      <div className={place}>
        {!hasSidebar && orgId && <Logo isRedirecting to={paths.dashboard(orgId)} label="dashboard" />}
        <CurrentAgent path={path} />
      </div>
      {(configuration.meetingUrl !== null || offersHelp()) && (
        <FloatingPart resetOn={path} standIn={null}>
          <HelpLinks />
        </FloatingPart>
      )}
      <SearchButton />
      <Activity />
      <Bell />
      <ProfileMenu />
    </header>
  );
}

function CurrentAgent({ path }: { path: string }): ReactNode {
  const { items } = useSnapshot(agents);
  const agent = items.find(({ id }) => id === readAgentId(path));
  if (!agent) return null;
  return (
    <span className={current}>
      <AgentIcon icon={agent.icon} size={22} />
      <span>{agent.name}</span>
    </span>
  );
}

const bar = css`
  display: flex;
  align-items: center;
  gap: 8px;
  flex: none;
  min-height: 52px;
  padding: 6px 12px 6px 20px;
  border-bottom: 1px solid var(--ph-line);
  background: var(--ph-surface);
  @media (max-width: 768px) {
    padding-inline: 8px;
  }
`;
const hamburger = css`
  @media (min-width: 769px) {
    display: none;
  }
`;
const place = css`
  display: flex;
  align-items: center;
  gap: 16px;
  flex: 1;
  min-width: 0;
`;
const current = css`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  font-weight: 550;
  & > span:last-child {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
