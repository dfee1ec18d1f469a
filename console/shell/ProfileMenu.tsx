import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Avatar } from "../../shared/ui/Avatar.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { visuallyHidden } from "../../shared/ui/style/visuallyHidden.ts";
import { readMember } from "../guards/runGuards.ts";
import { authentication } from "../state/authentication.ts";
import { organization, organizations } from "../state/organization.ts";
import { listProfileItems } from "./profileItems.ts";
import { ProfileDropdown } from "./ProfileDropdown.tsx";
import { ProfileList } from "./ProfileList.tsx";
import { Sheet } from "./Sheet.tsx";
import { useIsNarrow } from "./useIsNarrow.ts";

/** The profile menu: a menu under the avatar, on phones a sheet from the bottom (specification 2, Layout). */
export function ProfileMenu(): ReactNode {
  const { user } = useSnapshot(authentication);
  const { data } = useSnapshot(organizations);
  const { _id: orgId } = useSnapshot(organization);
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const isNarrow = useIsNarrow();
  if (!user) return null;

  const name = `${user.first_name} ${user.last_name}`.trim();
  const items = listProfileItems({ orgId, member: readMember(), organizationCount: data?.length ?? 0 });
  const face = (
    <>
      <Avatar name={name} size={30} />
      <span className={visuallyHidden}>Profile menu</span>
    </>
  );
  if (!isNarrow) return <ProfileDropdown name={name} email={user.email} face={face} items={items} />;
  const close = () => setIsSheetOpen(false);
  return (
    <>
      <button type="button" className={button} onClick={() => setIsSheetOpen(true)}>
        {face}
      </button>
      {isSheetOpen && (
        <Sheet label="Profile menu" from="bottom" onClose={close}>
          <ProfileList name={name} email={user.email} items={items} onChoose={close} />
        </Sheet>
      )}
    </>
  );
}

const button = css`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  padding: 0;
  border: 0;
  border-radius: 50%;
  background: none;
  cursor: pointer;
`;
