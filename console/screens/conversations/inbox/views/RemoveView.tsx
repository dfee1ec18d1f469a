import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { ThreadView as SavedView } from "../../../../../shared/contract/conversations/inbox/threadViews.ts";
import { ConfirmDialog } from "../../../../parts/ConfirmDialog.tsx";

interface RemoveViewProps {
  view: Snapshot<SavedView>;
  onRemove: () => Promise<void>;
  onClose: () => void;
}

/** Asks before a view is deleted, for oneself or for everybody. */
export function RemoveView({ view, onRemove, onClose }: RemoveViewProps): ReactNode {
  return (
    <ConfirmDialog
      title={`Delete “${view.name}”?`}
      confirmLabel="Delete view"
      onConfirm={onRemove}
      onClose={onClose}
    >
      The view is deleted{view.isShared ? ", for everyone who uses it" : ""}. The conversations stay.
    </ConfirmDialog>
  );
}
