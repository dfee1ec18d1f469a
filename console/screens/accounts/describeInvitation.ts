import type { Role } from "../../../shared/domain/access.ts";
import { roleNames } from "../../parts/roleNames.ts";

/** Says who invites and as what, as far as both are known: "Ada invites you as Advisor." */
export function describeInvitation({
  invitedBy,
  role,
  usergroup_name,
}: {
  invitedBy: string | null;
  role: Role | null;
  usergroup_name: string;
}): string {
  const as = role ? `as ${roleNames[role]}` : `to the group ${usergroup_name}`;
  return invitedBy ? `${invitedBy} invited you ${as}.` : `You’re invited ${as}.`;
}
