import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { TeamMember } from "../../../shared/contract/teams.ts";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import { mayDo } from "../../state/organization.ts";
import { MemberRow } from "./MemberRow.tsx";
import { peopleTable } from "./peopleTable.ts";

export type ShownMember = Snapshot<TeamMember>;

interface MemberTableProps {
  orgId: string;
  members: readonly ShownMember[];
  /** After a change that the list must show. */
  onChanged: () => void;
}

/** The members as a table. */
export function MemberTable({ orgId, members, onChanged }: MemberTableProps): ReactNode {
  const mayChange = mayDo("team.update");
  return (
    <table className={peopleTable} aria-label="Members">
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
            onChanged={onChanged}
          />
        ))}
      </tbody>
    </table>
  );
}
