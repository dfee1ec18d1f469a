import type { ReactNode } from "react";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { ProfileParts } from "./ProfileParts.tsx";

/** The profile for whom the role guard keeps from its page: a password and a second factor are everybody's own. */
export function ProfileDialog({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <Dialog title="Your Profile" onClose={onClose} width={750}>
      <ProfileParts />
    </Dialog>
  );
}
