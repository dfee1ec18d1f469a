import type { ReactNode } from "react";
import { AccountPage } from "../../parts/AccountPage.tsx";
import { ProfileParts } from "../../parts/profile/ProfileParts.tsx";

/** The signed-in user: who they are, how they sign in, and what they like. */
export default function Profile(): ReactNode {
  return (
    <AccountPage title="Your Profile" subtitle="Shared across your organizations." isNarrow>
      <ProfileParts />
    </AccountPage>
  );
}
