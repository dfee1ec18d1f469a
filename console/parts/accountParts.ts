import type { Action } from "../../shared/domain/access.ts";
import { paths } from "../state/shell/paths.ts";

export type AccountPart =
  | "members"
  | "invites"
  | "keys"
  | "modelKeys"
  | "sources"
  | "webhooks"
  | "audit"
  | "billing"
  | "organization";

/** The parts of Settings in the order in which they show; a part without a right is for everybody who may come to the account. */
export const accountParts: readonly {
  part: AccountPart;
  label: string;
  needs?: Action;
  href: (orgId: string) => string;
}[] = [
  { part: "members", label: "Members", href: paths.team },
  { part: "invites", label: "Pending invitations", href: viewOfTeam("invites") },
  { part: "keys", label: "API keys", needs: "keys.read", href: viewOfTeam("keys") },
  { part: "modelKeys", label: "Model keys", needs: "modelKeys.read", href: paths.modelKeys },
  { part: "sources", label: "Data sources", needs: "knowledge.read", href: paths.sharedSources },
  { part: "webhooks", label: "Webhooks", needs: "webhooks.read", href: paths.webhooks },
  { part: "audit", label: "Audit log", needs: "audit.read", href: viewOfTeam("audit") },
  { part: "billing", label: "Billing", href: paths.pricing },
  { part: "organization", label: "Organization", href: paths.organization },
];

function viewOfTeam(view: string): (orgId: string) => string {
  return (orgId) => `${paths.team(orgId)}?view=${view}`;
}
