import type { ReactNode } from "react";
import { showToast } from "../../../shared/ui/toasts.ts";
import { plural } from "../../../shared/words/language.ts";
import { BulkDialog } from "../../parts/BulkDialog.tsx";
import { fullName } from "../../parts/fullName.ts";
import { takeOutOfGroups } from "../../state/accounts/team.ts";
import type { ShownMember } from "../../state/accounts/team.ts";

interface RemoveMembersProps {
  members: readonly ShownMember[];
  onRemoved: () => void;
  onClose: () => void;
}

/** Asks before several people are taken out of all their groups, and with that out of the organization. */
export function RemoveMembers({ members, onRemoved, onClose }: RemoveMembersProps): ReactNode {
  return (
    <BulkDialog
      title={`Remove ${plural(members.length, { one: "{count} member", other: "{count} members" })}?`}
      confirmLabel="Remove from the organization"
      isDanger
      items={members}
      nameOf={(member) => fullName(member) || member.email}
      work={takeOutOfGroups}
      onDone={(removed) => {
        showToast(
          plural(removed.length, { one: "{count} member removed", other: "{count} members removed" }),
        );
        onClose();
        onRemoved();
      }}
      onClose={onClose}
    >
      They lose access to this organization immediately. Their accounts and messages stay.
    </BulkDialog>
  );
}
