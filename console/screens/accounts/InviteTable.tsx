import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import type { Snapshot } from "valtio";
import { MailX, Send } from "lucide-react";
import type { PendingInvite } from "../../../shared/contract/accounts/teams.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { visuallyHidden } from "../../../shared/ui/style/visuallyHidden.ts";
import { SelectionBar } from "../../parts/SelectionBar.tsx";
import { useSelection } from "../../parts/useSelection.ts";
import { organization } from "../../state/accounts/organization.ts";
import { InviteRow } from "./InviteRow.tsx";
import { mayTouch } from "./mayTouch.ts";
import { peopleTable } from "./peopleTable.ts";
import { ResendInvites } from "./ResendInvites.tsx";
import { RevokeInvites } from "./RevokeInvites.tsx";

interface InviteTableProps {
  orgId: string;
  invites: readonly Snapshot<PendingInvite>[];
  mayInvite: boolean;
  /** After a change that the list must show. */
  onChanged: () => void;
}

/** The pending invitations as a table, and what can be done with several of them at once. */
export function InviteTable({ orgId, invites, mayInvite, onChanged }: InviteTableProps): ReactNode {
  const { roles } = useSnapshot(organization);
  const [open, setOpen] = useState<"resend" | "revoke" | null>(null);
  const canSelect = ({ usergroups }: Snapshot<PendingInvite>) =>
    mayInvite && usergroups.every((group) => mayTouch(roles, group));
  const selection = useSelection(invites.filter(canSelect).map(({ email }) => email));
  const close = () => setOpen(null);
  const handleChanged = () => {
    selection.clear();
    onChanged();
  };
  return (
    <>
      <table
        className={peopleTable}
        aria-label="Pending invitations"
        data-selectable={mayInvite || undefined}
      >
        <thead>
          <tr>
            <th scope="col">Invited</th>
            <th scope="col">Group</th>
            <th scope="col">Invited by</th>
            <th scope="col">Sent</th>
            <th scope="col">Status</th>
            {mayInvite && (
              <th scope="col">
                <span className={visuallyHidden}>Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {invites.map((invite) => (
            <InviteRow
              key={invite.email}
              orgId={orgId}
              invite={invite}
              mayInvite={mayInvite}
              selection={canSelect(invite) ? selection : null}
              onChanged={onChanged}
            />
          ))}
        </tbody>
      </table>
      {mayInvite && (
        <SelectionBar selection={selection}>
          <Button icon={<Send size={16} aria-hidden />} onClick={() => setOpen("resend")}>
            Resend
          </Button>
          <Button icon={<MailX size={16} aria-hidden />} onClick={() => setOpen("revoke")}>
            Revoke
          </Button>
        </SelectionBar>
      )}
      {open === "resend" && (
        <ResendInvites emails={selection.chosen} onSent={handleChanged} onClose={close} />
      )}
      {open === "revoke" && (
        <RevokeInvites orgId={orgId} emails={selection.chosen} onRevoked={handleChanged} onClose={close} />
      )}
    </>
  );
}
