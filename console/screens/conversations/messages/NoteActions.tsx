import { useState } from "react";
import type { ReactNode } from "react";
import { Pencil, Trash2 } from "lucide-react";
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx";
import { RowMenu } from "../../../parts/RowMenu.tsx";
import { dropNote } from "../../../state/conversations/messages/notes.ts";
import type { MessagePlaceProps } from "./messagePlaceProps.ts";

/** What may be done with a note: its author edits it too. */
export function NoteActions({
  message,
  place,
  onEdit,
  autoFocus,
}: MessagePlaceProps & { onEdit?: (() => void) | undefined; autoFocus: boolean }): ReactNode {
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <RowMenu
        label="Actions for this note"
        autoFocus={autoFocus}
        actions={[
          ...(onEdit ? [{ label: "Edit", icon: <Pencil size={16} aria-hidden />, onChoose: onEdit }] : []),
          {
            ...{ label: "Delete", icon: <Trash2 size={16} aria-hidden />, isDanger: true },
            onChoose: () => setIsAsked(true),
          },
        ]}
      />
      {isAsked && (
        <ConfirmDialog
          title="Delete this note?"
          confirmLabel="Delete note"
          onConfirm={() => dropNote(place, message.id)}
          onClose={() => setIsAsked(false)}
        >
          This deletes its text. Your team still sees that you deleted a note.
        </ConfirmDialog>
      )}
    </>
  );
}
