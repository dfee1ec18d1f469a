import { useRef, useState } from "react";
import type { ReactNode } from "react";
import { showToast } from "../../../shared/ui/toasts.ts";
import { plural } from "../../../shared/words/language.ts";
import { BulkDialog } from "../../parts/BulkDialog.tsx";
import { inviteAgain } from "../../state/accounts/team.ts";
import type { SentInvite } from "../../state/accounts/team.ts";
import { InvitedDialog } from "./InvitedDialog.tsx";

interface ResendInvitesProps {
  emails: readonly string[];
  onSent: () => void;
  onClose: () => void;
}

/** Sends several invitations again after a question; shows the new links where no mail goes out. */
export function ResendInvites({ emails, onSent, onClose }: ResendInvitesProps): ReactNode {
  const sent = useRef<SentInvite[]>([]);
  const [handed, setHanded] = useState<SentInvite[] | null>(null);
  const finish = () => {
    onClose();
    onSent();
  };
  if (handed) return <InvitedDialog invites={handed} onClose={finish} />;
  return (
    <BulkDialog
      title={`Send ${plural(emails.length, { one: "{count} invitation", other: "{count} invitations" })} again?`}
      confirmLabel="Resend"
      items={emails}
      nameOf={(email) => email}
      work={async (email) => sent.current.push(await inviteAgain(email))}
      onDone={({ length }) => {
        if (sent.current.some(({ link }) => link)) return setHanded(sent.current);
        showToast(plural(length, { one: "Invitation sent again", other: "{count} invitations sent again" }));
        finish();
      }}
      onClose={onClose}
    >
      Each person gets a new link. Their old links stop working.
    </BulkDialog>
  );
}
