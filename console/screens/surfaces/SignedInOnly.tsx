import { useEffect } from "react";
import type { ReactNode } from "react";
import { UserCheck } from "lucide-react";
import { useSnapshot } from "valtio";
import { css } from "../../../shared/ui/style/css.ts";
import { identity, loadIdentity } from "../../state/surfaces/identity.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

/** Where only signed-in users may write: how they come to the page signed in. */
export function SignedInOnly({ place, address }: { place: AgentPlace; address: string }): ReactNode {
  const { data } = useSnapshot(identity);
  const { orgId, agentId } = place;
  useEffect(() => void loadIdentity({ orgId, agentId }), [orgId, agentId]);
  if (data?.agentId !== agentId || data.settings.mode !== "required") return null;
  return (
    <div className={notice} role="note">
      <UserCheck size={16} aria-hidden />
      <p>
        Only signed-in users can write. Have your server send them to <code>{`${address}#identity=JWT`}</code>
        , with a signed token that expires within minutes. Visitors without one are asked to open the chat
        from your site.
      </p>
    </div>
  );
}

const notice = css`
  display: flex;
  gap: 10px;
  padding: 10px 12px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-bubble);
  font-size: var(--ph-text-s);
  color: var(--ph-text-2);
  & > svg {
    flex: none;
    margin-top: 2px;
  }
  & code {
    overflow-wrap: anywhere;
    font: var(--ph-text-s) / 1.4 var(--ph-mono);
    color: var(--ph-text);
  }
`;
