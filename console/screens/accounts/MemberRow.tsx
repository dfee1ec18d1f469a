import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { LogOut, UserMinus, Users } from "lucide-react";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { roleNames } from "../../parts/roleNames.ts";
import { RowMenu } from "../../parts/RowMenu.tsx";
import { SelectBox } from "../../parts/SelectBox.tsx";
import type { Selection } from "../../parts/useSelection.ts";
import { authentication } from "../../state/accounts/authentication.ts";
import { browser } from "../../state/platform/browser.ts";
import { organization } from "../../state/accounts/organization.ts";
import { paths } from "../../state/shell/paths.ts";
import { ChangeGroups } from "./ChangeGroups.tsx";
import { describeDay } from "../../parts/describeMoment.ts";
import { EndSessions } from "./EndSessions.tsx";
import { fullName } from "../../parts/fullName.ts";
import { mayTouch } from "./mayTouch.ts";
import { PersonName } from "./PersonName.tsx";
import { selectable } from "./peopleTable.ts";
import { RemoveFromGroup } from "./RemoveFromGroup.tsx";
import type { ShownMember } from "../../state/accounts/team.ts";

interface MemberRowProps {
  orgId: string;
  member: ShownMember;
  mayChange: boolean;
  /** Of all members; null where this one can't be chosen. */
  selection: Selection | null;
  onChanged: () => void;
}

type Group = ShownMember["usergroups"][number];

/** One member, and what may be done about their groups. */
export function MemberRow({ orgId, member, mayChange, selection, onChanged }: MemberRowProps): ReactNode {
  const { user } = useSnapshot(authentication);
  const { roles } = useSnapshot(organization);
  const [open, setOpen] = useState<"groups" | "sessions" | Group | null>(null);
  const { email, usergroups, role, agentStatus, joinedAt } = member;
  const isSelf = member._id === user?._id;
  const name = fullName(member);
  const mine = usergroups.filter((group) => mayTouch(roles, group));
  const actions = [
    { label: "Change groups", icon: <Users size={16} aria-hidden />, onChoose: () => setOpen("groups") },
    // One's own sessions are ended one by one in the profile.
    ...(isSelf || mine.length < usergroups.length
      ? []
      : [
          {
            label: "Sign out everywhere",
            icon: <LogOut size={16} aria-hidden />,
            onChoose: () => setOpen("sessions"),
          },
        ]),
    ...mine.map((group) => ({
      label: `Remove from ${group.usergroup_name}`,
      icon: <UserMinus size={16} aria-hidden />,
      onChoose: () => setOpen(group),
      isDanger: true,
    })),
  ];
  // Members who change their own groups have other rights from then on, so the page reloads.
  const handleChanged = (isMember: boolean) => {
    if (!isSelf) onChanged();
    else browser.go(isMember ? paths.team(orgId) : paths.chooseCompany);
  };
  const close = () => setOpen(null);
  return (
    <tr>
      <th scope="row">
        <span className={selectable}>
          {mayChange && <SelectBox id={email} name={name || email} selection={selection} />}
          <PersonName name={name} email={email} isSelf={isSelf} />
        </span>
      </th>
      <td data-name="Groups">{usergroups.map((group) => group.usergroup_name).join(", ")}</td>
      <td data-name="Role">{role ? roleNames[role] : "None"}</td>
      <td data-name="Status">
        <Badge tone={agentStatus === "online" ? "success" : "neutral"} hasDot>
          {agentStatus === "online" ? "Online" : "Offline"}
        </Badge>
      </td>
      <td data-name="Joined">
        <time dateTime={new Date(joinedAt).toISOString()}>{describeDay(joinedAt)}</time>
      </td>
      {mayChange && (
        <td data-menu>
          {mine.length > 0 && <RowMenu label={`Actions for ${name || email}`} actions={actions} />}
          {open === "groups" && (
            <ChangeGroups
              orgId={orgId}
              members={[member]}
              onChanged={() => handleChanged(true)}
              onClose={close}
            />
          )}
          {open === "sessions" && <EndSessions orgId={orgId} member={member} onClose={close} />}
          {open && typeof open !== "string" && (
            <RemoveFromGroup
              member={member}
              group={open}
              onRemoved={() => handleChanged(usergroups.length > 1)}
              onClose={close}
            />
          )}
        </td>
      )}
    </tr>
  );
}
