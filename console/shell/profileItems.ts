import {
  ArrowLeftRight,
  BookOpen,
  Building2,
  CircleHelp,
  CircleUser,
  Layers,
  LogOut,
  Users,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { GuardedMember } from "../guards/guard.ts";
import { isRestricted } from "../guards/restrict.ts";
import { isSupportOnly } from "../../shared/domain/access.ts";
import { track } from "../state/platform/analytics.ts";
import { configuration } from "../state/platform/configuration.ts";
import { offersHelp, openHelp } from "../state/shell/help.ts";
import { askAndSignOut } from "../state/accounts/leaving.ts";
import { mayDo } from "../state/accounts/organization.ts";
import { paths } from "../state/shell/paths.ts";

/** An item of the profile menu: a place to go, or something to do. */
export interface ProfileItem {
  label: string;
  icon: LucideIcon;
  href?: string;
  isNewTab?: boolean;
  isDisabled?: boolean;
  /** Beside following its link, where it has one. */
  run?: () => void;
}

interface MenuFacts {
  /** The organization that is open, if one is. */
  orgId: string | null;
  member: GuardedMember;
  organizationCount: number;
  isMobile?: boolean;
  /** Opens the dialog with the organization's accounts. */
  changeAccount?: () => void;
  /** Opens the profile in a dialog, for whom the role guard keeps from its page. */
  openProfile?: () => void;
}

/**
 * Gives the items of the profile menu (specification 2, Layout): Manage Account is hidden for who is a support agent only,
 * Switch Organization "disabled when the user has one organization or fewer", Need Help there on mobile only. Whom the role
 * guard keeps to the support pages gets no item that would send them back, and their profile in a dialog.
 */
export function listProfileItems(facts: MenuFacts): ProfileItem[] {
  const { orgId, organizationCount, isMobile = false, changeAccount } = facts;
  return [
    ...listAccountItems(facts),
    {
      label: "Switch Organization",
      icon: ArrowLeftRight,
      href: paths.chooseCompany,
      isDisabled: organizationCount <= 1,
    },
    ...(orgId && changeAccount ? [{ label: "Change Account", icon: Layers, run: changeAccount }] : []),
    {
      label: "Documentation",
      icon: BookOpen,
      href: configuration.documentationUrl,
      isNewTab: true,
      run: () => track("documentation_clicked", {}),
    },
    ...(isMobile && offersHelp() ? [{ label: "Need Help", icon: CircleHelp, run: openHelp }] : []),
    { label: "Logout", icon: LogOut, run: askAndSignOut },
  ];
}

function listAccountItems({ orgId, member, openProfile }: MenuFacts): ProfileItem[] {
  if (!orgId) return [];
  if (isRestricted(member)) {
    return openProfile ? [{ label: "Your Profile", icon: CircleUser, run: openProfile }] : [];
  }
  const manage = { label: "Manage Account", icon: Users, href: paths.team(orgId) };
  return [
    { label: "Your Profile", icon: CircleUser, href: paths.profile(orgId) },
    { label: "Your Organization", icon: Building2, href: paths.organization(orgId) },
    ...(mayDo("team.read") && !isSupportOnly(member.roles) ? [manage] : []),
  ];
}
