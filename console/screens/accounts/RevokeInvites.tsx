import type { ReactNode } from "react";
import { showToast } from "../../../shared/ui/toasts.ts";
import { plural } from "../../../shared/words/language.ts";
import { BulkDialog } from "../../parts/BulkDialog.tsx";
import { revoke } from "../../state/accounts/team.ts";

interface RevokeInvitesProps {
  orgId: string;
  emails: readonly string[];
  onRevoked: () => void;
  onClose: () => void;
}

/** Asks before several invitations are taken back. */
export function RevokeInvites({ orgId, emails, onRevoked, onClose }: RevokeInvitesProps): ReactNode {
  return (
    <BulkDialog
      title={`Revoke ${plural(emails.length, { one: "{count} invitation", other: "{count} invitations" })}?`}
      confirmLabel={plural(emails.length, { one: "Revoke invitation", other: "Revoke invitations" })}
      isDanger
      items={emails}
      nameOf={(email) => email}
      work={(email) => revoke(orgId, email)}
      onDone={({ length }) => {
        showToast(plural(length, { one: "Invitation revoked", other: "{count} invitations revoked" }));
        onClose();
        onRevoked();
      }}
      onClose={onClose}
    >
      Their links stop working. You can invite them again.
    </BulkDialog>
  );
}
