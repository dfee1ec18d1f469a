import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { ChevronsUpDown } from "lucide-react";
import { defaultPageTitle } from "../../../shared/domain/product.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { AgentIcon } from "../../parts/AgentIcon.tsx";
import { FallbackBoundary } from "../../parts/FallbackBoundary.tsx";
import { OthersUnread } from "../../parts/UnreadMark.tsx";
import { agents } from "../../state/agents/agents.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { Activity } from "../activity/Activity.tsx";
import { ProfileMenu } from "../ProfileMenu.tsx";
import { Sheet } from "../Sheet.tsx";
import { StandaloneMenu } from "./menu.ts";

/** Whose conversations these are, with the way to another agent; whether one is online; and the profile menu. */
export function StandaloneBar({ place }: { place: AgentPlace }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const { items } = useSnapshot(agents);
  const agent = items.find(({ id }) => id === place.agentId);
  const close = () => setIsOpen(false);
  return (
    <header className={bar}>
      <button type="button" aria-haspopup="dialog" className={button} onClick={() => setIsOpen(true)}>
        <AgentIcon icon={agent?.icon ?? ""} size={28} />
        <span>{agent?.name ?? defaultPageTitle}</span>
        <OthersUnread openId={place.agentId} />
        <ChevronsUpDown size={16} aria-label="Menu and other agents" />
      </button>
      <Activity />
      <ProfileMenu />
      {isOpen && (
        <Sheet label="Menu" from="start" onClose={close}>
          <FallbackBoundary resetOn="">
            <Suspense fallback={null}>
              <StandaloneMenu place={place} onClose={close} />
            </Suspense>
          </FallbackBoundary>
        </Sheet>
      )}
    </header>
  );
}

const bar = css`
  display: flex;
  align-items: center;
  gap: 4px;
  min-width: 0;
  min-height: 56px;
  padding: 4px 8px;
  padding-top: max(4px, env(safe-area-inset-top));
  border-bottom: 1px solid var(--ph-line);
`;
const button = css`
  display: flex;
  align-items: center;
  gap: 10px;
  flex: 0 1 auto;
  min-width: 0;
  min-height: 48px;
  margin-inline-end: auto;
  padding: 4px 10px 4px 8px;
  border: 0;
  border-radius: var(--ph-radius-s);
  background: none;
  color: var(--ph-text);
  font-weight: 600;
  cursor: pointer;
  &:hover {
    background: var(--ph-hover);
  }
  & > span:nth-of-type(2),
  & > img + span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > svg {
    flex: none;
    color: var(--ph-text-3);
  }
`;
