import { useState } from "react";
import type { ReactNode } from "react";
import type { ChangedThreads } from "../../../../../shared/contract/conversations/inbox/threadChanges.ts";
import { Button } from "../../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../../shared/ui/Dialog.tsx";
import { TextField } from "../../../../../shared/ui/TextField.tsx";
import { plural } from "../../../../../shared/words/language.ts";
import { ErrorNotice } from "../../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../../parts/useAction.ts";
import type { AgentPlace } from "../../../../state/shell/paths.ts";
import { beginRemoval } from "../../../../state/conversations/threads/removals.ts";
import { clearSelection } from "../../../../state/conversations/inbox/threadSelection.ts";
import { dialogBody } from "../../threads/dialogBody.ts";

interface RemoveManyDialogProps {
  place: AgentPlace;
  count: number;
  of: ChangedThreads;
  onClose: () => void;
}

/** Asks before many conversations are deleted for good: how many is typed. */
export function BulkRemoveDialog({ place, count, of, onClose }: RemoveManyDialogProps): ReactNode {
  const [typed, setTyped] = useState("");
  const starting = useAction(async () => {
    await beginRemoval(place, of);
    clearSelection();
    onClose();
  });
  const words = plural(count, { one: "{count} conversation", other: "{count} conversations" });
  return (
    <Dialog
      title={`Delete ${words}?`}
      width={460}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="danger"
            isBusy={starting.isBusy}
            disabled={typed.replace(/\D/g, "") !== String(count)}
            onClick={() => starting.run()}
          >
            Delete {words}
          </Button>
        </>
      }
    >
      <div className={dialogBody}>
        <p>
          This can’t be undone. Deletes all messages, notes, files, ratings and receipts, and test cases made
          from them. The visitors stay; their next message starts a new conversation. The audit log records
          the deletion.
        </p>
        <TextField
          label={`Type ${count} to confirm`}
          value={typed}
          autoComplete="off"
          autoFocus
          onChange={setTyped}
        />
        {starting.error && <ErrorNotice error={starting.error} />}
      </div>
    </Dialog>
  );
}
