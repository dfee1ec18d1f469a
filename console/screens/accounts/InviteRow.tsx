import { useState } from "react";
import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { MailX, Send } from "lucide-react";
import type { PendingInvite } from "../../../shared/contract/accounts/teams.ts";
import { describeDateTime } from "../../parts/describeMoment.ts";
import { formatRelativeTime } from "../../../shared/format/relativeTime.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { RowMenu } from "../../parts/RowMenu.tsx";
import { SelectBox } from "../../parts/SelectBox.tsx";
import type { Selection } from "../../parts/useSelection.ts";
import { useAction } from "../../parts/useAction.ts";
import { useNow } from "../../parts/useNow.ts";
import { inviteAgain, revoke } from "../../state/accounts/team.ts";
import type { SentInvite } from "../../state/accounts/team.ts";
import { InvitedDialog } from "./InvitedDialog.tsx";
import { PersonName } from "./PersonName.tsx";
import { selectable } from "./peopleTable.ts";

interface InviteRowProps {
  orgId: string;
  invite: Snapshot<PendingInvite>;
  mayInvite: boolean;
  /** Of all invitations; null where this one is not for this member to change. */
  selection: Selection | null;
  onChanged: () => void;
}

/** One invitation: sent again with a new link, or taken back. */
export function InviteRow({ orgId, invite, mayInvite, selection, onChanged }: InviteRowProps): ReactNode {
  const now = useNow();
  const [handed, setHanded] = useState<SentInvite | null>(null);
  const [isRevoking, setIsRevoking] = useState(false);
  const { email, usergroups, invitedBy, sentAt, expiresAt, isExpired } = invite;
  const resending = useAction(async () => {
    const sent = await inviteAgain(email);
    if (sent.link) setHanded(sent);
    else {
      showToast("Invitation sent again");
      onChanged();
    }
  });
  return (
    <tr>
      <th scope="row">
        <span className={selectable}>
          {mayInvite && <SelectBox id={email} name={email} selection={selection} />}
          <PersonName name="" email={email} />
        </span>
        {resending.error && <ErrorNotice title="The invitation couldn’t be sent." error={resending.error} />}
      </th>
      <td data-name="Group">{usergroups.map((group) => group.usergroup_name).join(", ")}</td>
      <td data-name="Invited by">{invitedBy ?? "–"}</td>
      <td data-name="Sent">
        <time dateTime={new Date(sentAt).toISOString()} title={describeDateTime(sentAt)}>
          {formatRelativeTime(sentAt, now)}
        </time>
      </td>
      <td data-name="Status">
        <span title={`Expires ${describeDateTime(expiresAt)}`}>
          <Badge tone={isExpired ? "warning" : "neutral"}>{isExpired ? "Expired" : "Pending"}</Badge>
        </span>
      </td>
      {mayInvite && (
        <td data-menu>
          {selection && (
            <RowMenu
              label={`Actions for ${email}`}
              actions={[
                {
                  label: "Resend invitation",
                  icon: <Send size={16} aria-hidden />,
                  onChoose: () => void resending.run(),
                },
                {
                  label: "Revoke",
                  icon: <MailX size={16} aria-hidden />,
                  onChoose: () => setIsRevoking(true),
                  isDanger: true,
                },
              ]}
            />
          )}
          {handed && (
            <InvitedDialog
              invites={[handed]}
              onClose={() => {
                setHanded(null);
                onChanged();
              }}
            />
          )}
          {isRevoking && (
            <ConfirmDialog
              title="Revoke this invitation?"
              confirmLabel="Revoke invitation"
              onConfirm={async () => {
                await revoke(orgId, email);
                showToast("Invitation revoked");
                onChanged();
              }}
              onClose={() => setIsRevoking(false)}
            >
              The link sent to {email} stops working. You can invite them again.
            </ConfirmDialog>
          )}
        </td>
      )}
    </tr>
  );
}
