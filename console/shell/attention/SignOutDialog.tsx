import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { signOut } from "../../state/accounts/authentication.ts";
import { leaving, staySignedIn } from "../../state/accounts/leaving.ts";

/** Asks for confirmation when a member signs out with unsent replies. */
export function SignOutDialog(): ReactNode {
  const { unsent } = useSnapshot(leaving);
  if (unsent === 0) return null;
  const [what, them] = unsent === 1 ? ["1 reply was", "it"] : [`${unsent} replies were`, "them"];
  return (
    <ConfirmDialog title="Sign out?" confirmLabel="Sign out" onConfirm={signOut} onClose={staySignedIn}>
      {what} not sent. Signing out loses {them}.
    </ConfirmDialog>
  );
}
