import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { fullName } from "../../parts/fullName.ts";
import { ProofDialog } from "../../parts/profile/ProofDialog.tsx";
import { useAction } from "../../parts/useAction.ts";
import { endSessionsOf } from "../../state/accounts/team.ts";
import type { ShownMember } from "../../state/accounts/team.ts";

interface EndSessionsProps {
  orgId: string;
  member: ShownMember;
  onClose: () => void;
}

/** Signs a member out everywhere, once who does it has shown who they are. */
export function EndSessions({ orgId, member, onClose }: EndSessionsProps): ReactNode {
  const name = fullName(member) || member.email;
  const { run, isBusy, error, clear } = useAction(() => endSessionsOf(orgId, member._id));
  const handleConfirm = async () => {
    if (!(await run())) return;
    showToast(`${name} is signed out everywhere`);
    onClose();
  };
  if (error?.code === "password_needed")
    return <ProofDialog onProved={() => void handleConfirm()} onClose={clear} />;
  return (
    <Dialog
      title={`Sign out ${name}?`}
      onClose={onClose}
      width={460}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" isBusy={isBusy} onClick={() => void handleConfirm()}>
            Sign out everywhere
          </Button>
        </>
      }
    >
      <p>Their sessions end now on every device. They can sign in again.</p>
      {error && <ErrorNotice error={error} />}
    </Dialog>
  );
}
