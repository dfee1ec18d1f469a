import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { isSupportAgent } from "../../../shared/domain/access.ts";
import type { Role } from "../../../shared/domain/access.ts";
import { FloatingPart } from "../../parts/FloatingPart.tsx";
import { organization } from "../../state/accounts/organization.ts";
import { ActivitySwitch } from "../afterFirst.ts";

/** The Online/Offline toggle, for a support agent who is not owner; others do not even load it. */
export function Activity(): ReactNode {
  const { _id: orgId, roles, member } = useSnapshot(organization);
  if (!orgId || !member || !isSupportAgent(roles as readonly Role[])) return null;
  return (
    <FloatingPart resetOn={orgId} standIn={null}>
      <ActivitySwitch orgId={orgId} status={member.agentStatus} />
    </FloatingPart>
  );
}
