import { BookOpen, Building2, LogOut } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { signOut } from "../state/authentication.ts";
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

/** Gives the items of the profile menu that work today. "Disabled when the user has one organisation or fewer." */
export function listProfileItems(organizationCount: number): ProfileItem[] {
  return [
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
