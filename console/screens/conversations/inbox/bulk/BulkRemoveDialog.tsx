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
export default function BulkRemoveDialog({ place, count, of, onClose }: RemoveManyDialogProps): ReactNode {
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
          This can’t be undone. All messages, notes, files, ratings and receipts go, with test cases that were
          made from them. The visitors stay, and what they write next begins another conversation. The audit
          log keeps that it happened.
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
