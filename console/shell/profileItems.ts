import { BookOpen, Building2, CircleUser, LogOut, Users } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { GuardedMember } from "../guards/guard.ts";
import { isRestricted } from "../guards/restrict.ts";
import { signOut } from "../state/authentication.ts";
import { mayDo } from "../state/organization.ts";
import { paths } from "../state/paths.ts";

/** An item of the profile menu: a place to go, or something to do. */
export interface ProfileItem {
  label: string;
  icon: LucideIcon;
  href?: string;
  isNewTab?: boolean;
  isDisabled?: boolean;
  run?: () => void;
}

interface MenuFacts {
  /** The organisation that is open, if one is. */
  orgId: string | null;
  member: GuardedMember;
  organizationCount: number;
}

/**
 * Gives the items of the profile menu that work today. Switch Organization is "disabled when the user has one
 * organisation or fewer". Whom the role guard keeps to the support pages gets no item that would send them back.
 */
export function listProfileItems({ orgId, member, organizationCount }: MenuFacts): ProfileItem[] {
  const account: ProfileItem[] =
    !orgId || isRestricted(member)
      ? []
      : [
          { label: "Your Profile", icon: CircleUser, href: paths.profile(orgId) },
          ...(mayDo("team.read") ? [{ label: "Manage Account", icon: Users, href: paths.team(orgId) }] : []),
        ];
  return [
    ...account,
    {
      label: "Switch Organization",
      icon: Building2,
      href: paths.chooseCompany,
      isDisabled: organizationCount <= 1,
    },
    { label: "Documentation", icon: BookOpen, href: "/api/docs", isNewTab: true },
    { label: "Logout", icon: LogOut, run: () => void signOut() },
  ];
}
