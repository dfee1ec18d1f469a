import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { BellRing, ExternalLink, X } from "lucide-react";
import { IconButton } from "../../../shared/ui/IconButton.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { AgentIcon } from "../../parts/AgentIcon.tsx";
import { FloatingPart } from "../../parts/FloatingPart.tsx";
import { PushSwitch } from "../../parts/notifications/PushSwitch.tsx";
import { UnreadMark } from "../../parts/UnreadMark.tsx";
import { StatusDot } from "../../parts/StatusDot.tsx";
import { agents } from "../../state/agents/agents.ts";
import { agentTabPath, inboxPath } from "../../state/shell/paths.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { InstallPart } from "./InstallPart.tsx";
import { toAddress } from "../../../shared/client/basePath.ts";
import { PushDialog } from "./PushDialog.tsx";

interface StandaloneMenuProps {
  place: AgentPlace;
  onClose: () => void;
}

/** The other agents, what this device can do, and the way to the whole console. */
export function StandaloneMenu({ place, onClose }: StandaloneMenuProps): ReactNode {
  const { items } = useSnapshot(agents);
  const { orgId, agentId } = place;
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <div className={menu}>
      <div>
        <h2>Inbox</h2>
        <IconButton label="Close" size="small" onClick={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      </div>
      <nav aria-label="Agents">
        <h3>Agents</h3>
        <ul>
          {items.map(({ id, name, icon, status }) => (
            <li key={id}>
              <Link
                href={inboxPath({ orgId, agentId: id })}
                className={row}
                aria-current={id === agentId ? "true" : undefined}
              >
                <AgentIcon icon={icon} size={26} />
                <span>{name}</span>
                <UnreadMark agentId={id} />
                <StatusDot status={status} />
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <section aria-label="This device">
        <InstallPart />
        <PushSwitch orgId={orgId} />
        <button type="button" className={row} onClick={() => setIsChoosing(true)}>
          <BellRing size={18} aria-hidden />
          <span>Notification settings</span>
        </button>
      </section>
      <div>
        <a href={toAddress(agentTabPath({ ...place, tab: "inbox/conversations" }))} className={row}>
          <ExternalLink size={18} aria-hidden />
          <span>Open in the console</span>
        </a>
      </div>
      <FloatingPart resetOn={`${isChoosing}`}>
        {isChoosing && <PushDialog orgId={orgId} onClose={() => setIsChoosing(false)} />}
      </FloatingPart>
    </div>
  );
}

const menu = css`
  display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto auto;
  gap: 8px;
  height: 100%;
  padding: 12px;
  padding-top: max(12px, env(safe-area-inset-top));
  padding-bottom: max(12px, env(safe-area-inset-bottom));
  & > :first-child {
    display: flex;
    align-items: center;
    justify-content: space-between;
    padding-inline-start: 10px;
  }
  & h2 {
    font-size: 1.125rem;
    font-weight: 620;
  }
  & h3 {
    padding: 4px 10px 6px;
    font-size: var(--ph-text-s);
    font-weight: 600;
    color: var(--ph-text-2);
  }
  & > nav {
    overflow-y: auto;
  }
  & > section {
    display: grid;
    gap: 8px;
    padding-top: 12px;
    border-top: 1px solid var(--ph-line);
  }
  & > section > :not(button) {
    padding-inline: 10px;
  }
  & ul {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 2px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & > section + div {
    padding-top: 8px;
    border-top: 1px solid var(--ph-line);
  }
`;
const row = css`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 48px;
  padding: 4px 10px;
  border-radius: var(--ph-radius-s);
  border: 0;
  background: none;
  color: var(--ph-text);
  font-weight: 500;
  text-align: start;
  text-decoration: none;
  cursor: pointer;
  &:hover {
    background: var(--ph-hover);
  }
  &[aria-current] {
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
    font-weight: 600;
  }
  & > span:nth-child(2) {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > svg {
    flex: none;
    color: var(--ph-text-3);
  }
`;
