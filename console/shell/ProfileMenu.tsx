import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Avatar } from "../../shared/ui/Avatar.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../shared/ui/style/visuallyHidden.ts";
import { FloatingPart } from "../parts/FloatingPart.tsx";
import { useGuardedLocation } from "../parts/useGuardedLocation.ts";
import { authentication } from "../state/accounts/authentication.ts";
import { ProfileDropdown } from "./ProfileDropdown.tsx";
import { UserName } from "./UserName.tsx";
import { useIsNarrow } from "./useIsNarrow.ts";
import { toAddress } from "../../shared/client/basePath.ts";
import { ProfileList } from "./afterFirst.ts";
import { ProfileSheet, ChangeAccountDialog } from "./overlays.ts";
import { ProfileDialog } from "../parts/profile/profileOverlays.ts";

/** The profile menu: a menu under the avatar, on phones a sheet from the bottom (specification 2, Layout). */
export function ProfileMenu(): ReactNode {
  const { user } = useSnapshot(authentication);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [isChangingAccount, setIsChangingAccount] = useState(false);
  const [isProfileOpen, setIsProfileOpen] = useState(false);
  const isNarrow = useIsNarrow();
  const [path] = useGuardedLocation();
  useEffect(() => {
    setIsSheetOpen(false);
    setIsChangingAccount(false);
    setIsProfileOpen(false);
  }, [path]);
  if (!user) return null;

  // "Or Anonymous if there is no first name" (specification 2, Layout).
  const name = user.first_name ? `${user.first_name} ${user.last_name}`.trim() : "";
  const list = {
    ...{ name, email: user.email, isMobile: isNarrow },
    changeAccount: () => setIsChangingAccount(true),
    openProfile: () => setIsProfileOpen(true),
  };
  const face = (
    <>
      <Avatar
        name={name}
        image={user.profile_pic_url ? toAddress(user.profile_pic_url) : undefined}
        size={30}
      />
      {!isNarrow && <UserName name={name} />}
      <span className={visuallyHidden}>Profile menu</span>
    </>
  );
  return (
    <>
      {isNarrow ? (
        <button type="button" className={button} onClick={() => setIsSheetOpen(true)}>
          {face}
        </button>
      ) : (
        <ProfileDropdown {...list} list={ProfileList} face={face} />
      )}
      <FloatingPart resetOn={`${[isSheetOpen, isChangingAccount, isProfileOpen]}`}>
        {isNarrow && isSheetOpen && <ProfileSheet {...list} onChoose={() => setIsSheetOpen(false)} />}
        {isChangingAccount && <ChangeAccountDialog onClose={() => setIsChangingAccount(false)} />}
        {isProfileOpen && <ProfileDialog onClose={() => setIsProfileOpen(false)} />}
      </FloatingPart>
    </>
  );
}

const button = css`
  display: grid;
  place-items: center;
  flex: none;
  width: 44px;
  height: 44px;
  padding: 0;
  border: 0;
  border-radius: 50%;
  background: none;
  cursor: pointer;
`;
