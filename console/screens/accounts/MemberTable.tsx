import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { UserMinus, Users } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import { SelectionBar } from "../../parts/SelectionBar.tsx";
import { useSelection } from "../../parts/useSelection.ts";
import { authentication } from "../../state/accounts/authentication.ts";
import { mayDo, organization } from "../../state/accounts/organization.ts";
import { ChangeGroups } from "./ChangeGroups.tsx";
import { MemberRow } from "./MemberRow.tsx";
import { mayTouch } from "./mayTouch.ts";
import { peopleTable } from "./peopleTable.ts";
import { RemoveMembers } from "./RemoveMembers.tsx";
import type { ShownMember } from "../../state/accounts/team.ts";

interface MemberTableProps {
  orgId: string;
  members: readonly ShownMember[];
  /** After a change that the list must show. */
  onChanged: () => void;
}

/** The members as a table, and what can be done with several of them at once. */
export function MemberTable({ orgId, members, onChanged }: MemberTableProps): ReactNode {
  const { user } = useSnapshot(authentication);
  const { roles } = useSnapshot(organization);
  const [open, setOpen] = useState<"groups" | "remove" | null>(null);
  const mayChange = mayDo("team.update");
  // One's own groups are changed alone, because the page is another one afterwards.
  const canSelect = ({ _id, usergroups }: ShownMember) =>
    mayChange && _id !== user?._id && usergroups.every((group) => mayTouch(roles, group));
  const selection = useSelection(members.filter(canSelect).map(({ email }) => email));
  const chosen = members.filter(({ email }) => selection.has(email));
  const close = () => setOpen(null);
  const handleChanged = () => {
    selection.clear();
    onChanged();
  };
  return (
    <>
      <table className={peopleTable} aria-label="Members" data-selectable={mayChange || undefined}>
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">Groups</th>
            <th scope="col">Role</th>
            <th scope="col">Status</th>
            <th scope="col">Joined</th>
            {mayChange && (
              <th scope="col">
                <span className={visuallyHidden}>Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <MemberRow
              key={member.email}
              orgId={orgId}
              member={member}
              mayChange={mayChange}
              selection={canSelect(member) ? selection : null}
              onChanged={onChanged}
            />
          ))}
        </tbody>
      </table>
      {mayChange && (
        <SelectionBar selection={selection}>
          <Button icon={<Users size={16} aria-hidden />} onClick={() => setOpen("groups")}>
            Change groups
          </Button>
          <Button icon={<UserMinus size={16} aria-hidden />} onClick={() => setOpen("remove")}>
            Remove
          </Button>
        </SelectionBar>
      )}
      {open === "groups" && (
        <ChangeGroups orgId={orgId} members={chosen} onChanged={handleChanged} onClose={close} />
      )}
      {open === "remove" && <RemoveMembers members={chosen} onRemoved={handleChanged} onClose={close} />}
    </>
  );
}
