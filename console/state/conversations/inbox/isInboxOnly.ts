import { isSupportAgent } from "../../../../shared/domain/access.ts";
import { organization } from "../../accounts/organization.ts";

/** Whether the role guard sends this member back from all of an agent but its conversations: no link of theirs leads there. */
export function isInboxOnly(): boolean {
  return organization.member?.meta.isSuperAdmin !== true && isSupportAgent(organization.roles);
}
