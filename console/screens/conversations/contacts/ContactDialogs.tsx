import type { ReactNode } from "react";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { browser } from "../../../state/platform/browser.ts";
import { erase, findExport, setBlocked } from "../../../state/conversations/contacts/contacts.ts";
import { EditContact } from "./EditContact.tsx";
import { MergeContact } from "./MergeContact.tsx";
import type { ContactDialogName, ContactDialogProps } from "./contactDialogProps.ts";
import { StartConversation } from "./StartConversation.tsx";

/** What is asked before something is decided about a person. */
export function ContactDialogs({
  name,
  ...props
}: ContactDialogProps & { name: ContactDialogName }): ReactNode {
  switch (name) {
    case "start":
      return <StartConversation {...props} />;
    case "edit":
      return <EditContact {...props} />;
    case "merge":
      return <MergeContact {...props} />;
    case "block":
      return <BlockDialog {...props} />;
    case "unblock":
      return <UnblockDialog {...props} />;
    case "export":
      return <ExportDialog {...props} />;
    case "erase":
      return <EraseDialog {...props} />;
    default:
      return name satisfies never;
  }
}

function BlockDialog({ place, contact, onClose }: ContactDialogProps): ReactNode {
  const block = async () => {
    await setBlocked(place, true);
    showToast("Visitor blocked");
  };
  return (
    <ConfirmDialog title={`Block ${contact.name}?`} confirmLabel="Block" onConfirm={block} onClose={onClose}>
      They can’t write until someone unblocks them. They can still read their messages. Visitors your site
      doesn’t sign in can return as a new visitor by clearing their browser.
    </ConfirmDialog>
  );
}

function UnblockDialog({ place, contact, onClose }: ContactDialogProps): ReactNode {
  const unblock = async () => {
    await setBlocked(place, false);
    showToast("Visitor unblocked");
  };
  return (
    <ConfirmDialog
      title={`Unblock ${contact.name}?`}
      confirmLabel="Unblock"
      isHarmless
      onConfirm={unblock}
      onClose={onClose}
    >
      They can write again immediately.
    </ConfirmDialog>
  );
}

function ExportDialog({ place, contact, onClose }: ContactDialogProps): ReactNode {
  return (
    <ConfirmDialog
      title={`Export all data about ${contact.name}?`}
      confirmLabel="Export"
      isHarmless
      onConfirm={async () => browser.go(await findExport(place))}
      onClose={onClose}
    >
      You get a ZIP archive: a JSON file with the visitor, notes, sessions and conversations, and the files
      they sent. The audit log records the export.
    </ConfirmDialog>
  );
}

function EraseDialog({ place, contact, onClose }: ContactDialogProps): ReactNode {
  const { conversations, notes } = contact;
  return (
    <ConfirmDialog
      title={`Erase all data about ${contact.name}?`}
      confirmLabel="Erase for good"
      onConfirm={() => erase(place)}
      onClose={onClose}
    >
      This can’t be undone. {conversations} {conversations === 1 ? "conversation goes" : "conversations go"}{" "}
      with all messages, files, ratings and receipts, {notes.length} {notes.length === 1 ? "note" : "notes"},
      their search entries, and the test cases and answered questions made from them. They are signed out of
      the chat. Data sources written by your team stay. The audit log records the erasure without their name.
    </ConfirmDialog>
  );
}
