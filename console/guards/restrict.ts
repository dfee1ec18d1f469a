import { isSupportAgent } from "../../shared/domain/access.ts";
import { isAuthPath, paths, readAccountId } from "../state/shell/paths.ts";
import type { Decision, GuardedMember } from "./guard.ts";

/** The pages of "a support agent who is not also owner or admin" (specification 4, Role guard). */
const supportPages = [
  /^\/accounts\/[^/]+\/dashboard\/?$/,
  /^\/accounts\/[^/]+\/insights\/?$/,
  /^\/accounts\/[^/]+\/cp\/[^/]+\/inbox\/conversations(\/|$)/,
];

/** Where the role guard sends somebody. */
export function restrict(path: string, member: GuardedMember): Decision {
  if (!isRestricted(member) || isSupportPage(path)) return null;
  const orgId = readAccountId(path);
  return orgId ? paths.dashboard(orgId) : paths.chooseCompany;
}

/** Whether the role guard keeps this member to the support pages. */
export function isRestricted({ roles, isSuperAdmin }: GuardedMember): boolean {
  return !isSuperAdmin && isSupportAgent(roles);
}

function isSupportPage(path: string): boolean {
  return isAuthPath(path) || path === paths.chooseCompany || supportPages.some((page) => page.test(path));
}
