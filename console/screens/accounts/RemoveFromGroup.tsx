import type { ReactNode } from "react";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { takeOutOfGroup } from "../../state/accounts/team.ts";
import type { ShownMember } from "../../state/accounts/team.ts";
import { fullName } from "../../parts/fullName.ts";

interface RemoveFromGroupProps {
  member: ShownMember;
  group: ShownMember["usergroups"][number];
  onRemoved: () => void;
  onClose: () => void;
}

/** Asks before somebody is taken out of a group, and says what they lose by it. */
export function RemoveFromGroup({ member, group, onRemoved, onClose }: RemoveFromGroupProps): ReactNode {
  const name = fullName(member) || member.email;
  const { _id: groupId, usergroup_name: groupName } = group;
  const isLast = member.usergroups.length === 1;
  const others = member.usergroups.filter(({ _id }) => _id !== groupId).map((one) => one.usergroup_name);
  return (
    <ConfirmDialog
      title={`Remove ${name} from ${groupName}?`}
      confirmLabel={isLast ? "Remove from the organization" : "Remove from the group"}
      onConfirm={async () => {
        await takeOutOfGroup(groupId, member.email);
        showToast(isLast ? `${name} removed from the organization` : `${name} removed from ${groupName}`);
        onRemoved();
      }}
      onClose={onClose}
    >
      {isLast
        ? `${groupName} is their only group, so ${name} leaves the organization. Their account and messages stay.`
        : `${name} loses this group’s permissions immediately and stays in ${new Intl.ListFormat("en").format(others)}.`}
    </ConfirmDialog>
  );
}
