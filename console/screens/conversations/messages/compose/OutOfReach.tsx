import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Unplug } from "lucide-react";
import { css } from "../../../../../shared/ui/style/css.ts";
import { channelNames } from "../../../../../shared/domain/channelNames.ts";
import { inboxFilters } from "../../../../state/conversations/inbox/inboxFilters.ts";
import type { ShownThread } from "../../../../state/conversations/threads/threads.ts";
import { surfaceNames } from "../../../../parts/surfaceNames.ts";

interface OutOfReachProps {
  agentName: string;
  isPaused: boolean;
  thread: ShownThread;
}

/** That a visitor who comes back finds no chat to read a reply in, and why; nothing where they do. */
export function OutOfReach({ agentName, isPaused, thread }: OutOfReachProps): ReactNode {
  const { surface, preview } = thread;
  const isOff = useSnapshot(inboxFilters).data?.offSurfaces.includes(surface) ?? false;
  // What a program brings it fetches itself, and what came by a channel is answered there.
  if (preview || surface === "api" || Object.hasOwn(channelNames, surface) || !(isOff || isPaused))
    return null;
  const name = (surfaceNames[surface] ?? surface).toLowerCase();
  return (
    <p className={line} role="status">
      <Unplug size={16} aria-hidden />
      <span>
        {isOff ? `The ${name} is switched off.` : <bdi>{agentName} is paused.</bdi>} Visitors see a reply
        where the chat is still open, or when they come back once it is {isOff ? "on" : "live"} again.
      </span>
    </p>
  );
}

const line = css`
  display: flex;
  gap: 8px;
  padding: 8px 12px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-warning-soft);
  font-size: var(--ph-text-s);
  & > svg {
    flex: none;
    margin-top: 1px;
    color: var(--ph-warning-text);
  }
`;
