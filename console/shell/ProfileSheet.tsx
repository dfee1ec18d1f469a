import type { ReactNode } from "react";
import { ProfileList } from "./ProfileList.tsx";
import type { ProfileListProps } from "./ProfileList.tsx";
import { Sheet } from "./Sheet.tsx";

/** The profile menu of a phone, from the bottom of the screen. */
export function ProfileSheet(props: ProfileListProps): ReactNode {
  return (
    <Sheet label="Profile menu" from="bottom" onClose={props.onChoose}>
      <ProfileList {...props} />
    </Sheet>
  );
}
