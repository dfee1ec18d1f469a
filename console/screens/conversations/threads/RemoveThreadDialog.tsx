import type { ReactNode } from "react";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { navigate } from "../../../state/shell/navigation.ts";
import { inboxPath } from "../../../state/shell/paths.ts";
import { dropConversation } from "../../../state/conversations/threads/removals.ts";
import type { ThreadDialogProps } from "./threadDialogProps.ts";

/** Asks before a conversation is deleted for good. */
export function RemoveThreadDialog({ place, thread, onClose }: ThreadDialogProps): ReactNode {
  const remove = async () => {
    await dropConversation(place);
    navigate(inboxPath(place) + location.search);
    showToast("Conversation deleted");
  };
  return (
    <ConfirmDialog
      title={`Delete this conversation with ${thread.contact.name}?`}
      confirmLabel="Delete conversation"
      onConfirm={remove}
      onClose={onClose}
    >
      This can’t be undone. Deletes all messages, notes, files, ratings and receipts, and test cases made from
      it. The visitor stays; their next message starts a new conversation. The audit log records the deletion.
    </ConfirmDialog>
  );
}
