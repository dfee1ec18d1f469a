import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import type { ActivityQuestion } from "./ActivityConfirm.tsx";

/** The question on a phone. */
export function ActivityDialog(props: ActivityQuestion & { isOnline: boolean }): ReactNode {
  const { label, isBusy, onConfirm, onCancel, isOnline } = props;
  return (
    <Dialog
      title={`${label}?`}
      onClose={onCancel}
      width={360}
      actions={
        <>
          <Button onClick={onCancel} disabled={isBusy}>
            Cancel
          </Button>
          <Button kind="primary" isBusy={isBusy} onClick={onConfirm}>
            Confirm
          </Button>
        </>
      }
    >
      {isOnline ? "New chats and e-mails will go to others." : "New chats and e-mails will reach you."}
    </Dialog>
  );
}
