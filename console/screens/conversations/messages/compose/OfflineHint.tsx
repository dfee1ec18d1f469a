import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Moon, WifiOff } from "lucide-react";
import { isSupportAgent } from "../../../../../shared/domain/access.ts";
import type { Role } from "../../../../../shared/domain/access.ts";
import { css } from "../../../../../shared/ui/style/css.ts";
import { connection } from "../../../../state/platform/connection.ts";
import { organization } from "../../../../state/accounts/organization.ts";

/** Tells who writes what their own state means here: that the line is cut, or that they set themselves offline. */
export function OfflineHint(): ReactNode {
  const { isReachable } = useSnapshot(connection);
  const { roles, member } = useSnapshot(organization);
  const isAway = member?.agentStatus === "offline" && isSupportAgent(roles as readonly Role[]);
  return (
    <div role="status" aria-label="Your own state" className={hint}>
      {!isReachable ? (
        <p>
          <WifiOff size={14} aria-hidden />
          The server can&rsquo;t be reached. Your messages are kept and sent when the connection is back.
        </p>
      ) : (
        isAway && (
          <p>
            <Moon size={14} aria-hidden />
            You are offline: new chats go to others. You can still reply here.
          </p>
        )
      )}
    </div>
  );
}

/** It stays for screen readers where it is empty, and takes no room then. */
const hint = css`
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  &:empty {
    position: absolute;
  }
  & > p {
    display: flex;
    align-items: center;
    gap: 6px;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & svg {
    flex: none;
  }
`;
